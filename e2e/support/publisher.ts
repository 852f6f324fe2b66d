import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Variables } from './cli.js'

/** A folder on a machine that has nothing but Node.js and the program that the platform serves. */
export interface PublisherFolder {
  readonly path: string
  /** Writes a file, by its path in the folder. */
  write(name: string, contents: string | Buffer): Promise<void>
  /** Runs the program here. It may fail: the code says so. */
  publish(...args: string[]): Promise<{ code: number; output: string }>
  remove(): Promise<void>
}

/** Fetches the program from the platform, to use it with these variables. */
export async function openPublisherFolder(apiUrl: string, variables: Variables): Promise<PublisherFolder> {
  const base = await mkdtemp(join(tmpdir(), 'engine-publisher-'))
  const path = join(base, 'work')
  const program = join(base, 'engine-publish.mjs')
  const answer = await fetch(`${apiUrl}/downloads/engine-publish.mjs`)
  if (answer.status !== 200) throw new Error(`The program was answered with ${answer.status}`)
  await writeFile(program, await answer.text())
  await mkdir(path)
  const env = { PATH: process.env['PATH'] ?? '', HOME: base, ENGINE_URL: apiUrl, ...variables }
  return {
    path,
    async write(name, contents) {
      await mkdir(dirname(join(path, name)), { recursive: true })
      await writeFile(join(path, name), contents)
    },
    publish: (...args) =>
      new Promise((done) => {
        execFile(process.execPath, [program, ...args], { cwd: path, env }, (error, stdout, stderr) =>
          done({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr }),
        )
      }),
    remove: () => rm(base, { recursive: true, force: true }),
  }
}
