import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sizes } from './filling.js'
import { letGo, type Closing } from './measure.js'
import { latencyPart, sidePart, startUpPart, type Run } from './parts.js'
import { setStage } from './stage.js'

const { values: options } = parseArgs({
  options: {
    /** `small` or `full`; `tiny` is for the tests. */
    size: { type: 'string', default: 'small' },
    /** `latency`, `side`, or `start-up`, which `side` holds too; may be given more than once. */
    part: { type: 'string', multiple: true, default: ['latency', 'side'] },
    /** Requests of each kind that one client sends. */
    count: { type: 'string', default: '200' },
    /** How long many clients send a kind, and then once more. */
    seconds: { type: 'string', default: '2' },
    /** How often the API is started to see how long that takes. */
    starts: { type: 'string', default: '5' },
    /** Only the kinds with this in their name. */
    only: { type: 'string', default: '' },
    /** A folder that keeps the filled database, and is used on when it has one. */
    keep: { type: 'string' },
    /** Writes what was measured to docs/PERFORMANCE.md, and the ratios that later runs are held against. */
    write: { type: 'boolean', default: false },
  },
})

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const complain = (error: unknown): void =>
  void process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)

const parts = ['latency', 'side', 'start-up']

/** Answers what has become worse. */
async function main(closing: Closing): Promise<string[]> {
  const { size, part, count, seconds, starts, only, keep, write } = options
  if (!isSize(size)) throw new Error(`--size is ${Object.keys(sizes).join(' or ')}`)
  if (!part.every((each) => parts.includes(each))) throw new Error(`--part is ${parts.join(' or ')}`)
  const numbers = { count: Number(count), seconds: Number(seconds), starts: Number(starts) }
  for (const [name, value] of Object.entries(numbers))
    if (!(value > 0)) throw new Error(`--${name} is a number above 0`)
  if (write && only !== '') throw new Error('--write wants all rows of a table: leave out --only')
  const folder = keep === undefined ? await mkdtemp(join(tmpdir(), 'bench-')) : resolve(keep)
  if (keep === undefined) closing.push(() => rm(folder, { recursive: true, force: true }))
  const stage = await setStage(folder, sizes[size], (text) => say(`filling: ${text}`))
  closing.push(() => stage.stop())

  const run: Run = { stage, size, ...numbers, only, isWritten: write, closing, say }
  if (part.includes('latency')) await latencyPart(run)
  const env = await stage.leaveToApi()
  if (part.includes('side')) return sidePart(run, env)
  if (part.includes('start-up')) await startUpPart(run, env)
  return []
}

const isSize = (name: string): name is keyof typeof sizes => name in sizes

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
