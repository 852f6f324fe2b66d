import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sizes } from './filling.js'
import { letGo, type Closing } from './measure.js'
import { readOptions } from './options.js'
import { latencyPart, sidePart, startUpPart } from './parts.js'
import { setStage } from './stage.js'

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const complain = (error: unknown): void =>
  void process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)

/** Answers what has become worse. */
async function main(closing: Closing): Promise<string[]> {
  const options = readOptions(process.argv.slice(2))
  const { size, parts, keep } = options
  const folder = keep === undefined ? await mkdtemp(join(tmpdir(), 'bench-')) : resolve(keep)
  if (keep === undefined) closing.push(() => rm(folder, { recursive: true, force: true }))
  const stage = await setStage(folder, sizes[size], (text) => say(`filling: ${text}`))
  closing.push(() => stage.stop())

  const run = { ...options, stage, closing, say }
  if (parts.has('latency')) await latencyPart(run)
  const env = await stage.leaveToApi()
  if (parts.has('side')) return sidePart(run, env)
  if (parts.has('start-up')) await startUpPart(run, env)
  return []
}

const closing: Closing = []
let closed: Promise<void> | undefined
let code = 0
try {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(130))
  const worse = await main(closing)
  worse.forEach(say)
  if (worse.length > 0) code = 1
} catch (error) {
  complain(error)
  code = 1
}
await end(code)

/**
 * Whatever happened: no server is left running, and nothing in the temporary folder. A signal lets go of what the main
 * program is at work with, which then fails and comes here too.
 */
async function end(exitCode: number): Promise<never> {
  await (closed ??= letGo(closing, 0, complain))
  process.exit(exitCode)
}
