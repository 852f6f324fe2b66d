import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Functions that release resources at the end, the last one first. */
export type Closing = (() => Promise<unknown>)[]

export type Say = (text: string) => void

export const say: Say = (text) => void process.stdout.write(`${text}\n`)

const complain = (error: unknown): void =>
  void process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)

/** Releases all but the first `keeping`; a failure is printed, and prevents no other release. */
export async function letGo(closing: Closing, keeping = 0): Promise<void> {
  while (closing.length > keeping) await closing.pop()?.().catch(complain)
}

/** Makes a folder for as long as the program runs. */
export async function temporaryFolder(name: string, closing: Closing): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Runs a program, and ends the process with 1 where it fails or answers false. Whatever happened, no server is left
 * running, and nothing in a temporary folder: a signal lets go of what the program is at work with, which then fails
 * and comes here too.
 */
export async function runProgram(work: (closing: Closing) => Promise<boolean>): Promise<never> {
  const closing: Closing = []
  let closed: Promise<void> | undefined
  const end = async (code: number): Promise<never> => {
    await (closed ??= letGo(closing))
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(130))
  let isGood = false
  try {
    isGood = await work(closing)
  } catch (error) {
    complain(error)
  }
  return end(isGood ? 0 : 1)
}
