import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '../temporary-folder.js'

/** The built file, as the API serves it. */
export const builtFile = createRequire(import.meta.url).resolve('@engine/publish')

export interface Outcome {
  readonly code: number
  readonly out: string
  readonly messages: string
}

/** Runs the built file as a user does, with no more of the tester's environment than it needs. */
export function enginePublish(args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const plain = { PATH: process.env['PATH'] ?? '', TMPDIR: tmpdir(), ...env }
  return new Promise((done) => {
    execFile(process.execPath, [builtFile, ...args], { env: plain }, (error, out, messages) =>
      done({ code: error === null ? 0 : Number(error.code ?? -1), out, messages }),
    )
  })
}

/** A folder with these files, for this test alone. */
export async function moduleFolder(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const folder = await temporaryFolder()
  for (const [path, contents] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), contents)
  }
  return folder
}

/** A module that parses. */
export const greeting = { 'main.tf': 'output "greeting" {\n  value = "it works"\n}\n' }
