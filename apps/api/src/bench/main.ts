import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sizes } from './filling.js'
import { measure, type Closing } from './measure.js'
import { machine, writeBlock } from './report.js'
import { setStage } from './stage.js'
import { shownPlans } from './shown-plans.js'

const { values: options } = parseArgs({
  options: {
    /** `small` or `full`. */
    size: { type: 'string', default: 'small' },
    /** Requests of each kind. */
    count: { type: 'string', default: '200' },
    /** Only the kinds with this in their name. */
    only: { type: 'string', default: '' },
    /** A folder that keeps the filled database, and is used on when it has one. */
    keep: { type: 'string' },
    /** Writes what was measured to docs/PERFORMANCE.md. */
    write: { type: 'boolean', default: false },
  },
})

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const complain = (error: unknown): void =>
  void process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)

async function main(closing: Closing): Promise<void> {
  const { size: name, count, only, keep } = options
  if (!isSize(name)) throw new Error(`--size is ${Object.keys(sizes).join(' or ')}`)
  const folder = keep === undefined ? await mkdtemp(join(tmpdir(), 'bench-')) : resolve(keep)
  if (keep === undefined) closing.push(() => rm(folder, { recursive: true, force: true }))
  const stage = await setStage(folder, sizes[name], (text) => say(`filling: ${text}`))
  closing.push(() => stage.stop())

  const { organizations, modules } = sizes[name]
  const counted = [modules, modules * 10, organizations].map((number) => number.toLocaleString('en'))
  const facts = [
    `${counted[0]} modules, ${counted[1]} versions, ${counted[2]} organizations; ${count} requests of each kind`,
    `PostgreSQL ${stage.postgres}, ${machine()}`,
  ]
  facts.forEach(say)
  const lines = await measure(stage, { count: Number(count), only }, closing, say)
  const plans = await shownPlans(stage)
  plans.forEach(say)
  if (!options.write) return
  await writeBlock(`bench ${name}`, [...facts, ...lines])
  if (name === 'full') await writeBlock('bench plans full', plans)
}

const isSize = (name: string): name is keyof typeof sizes => name in sizes

const closing: Closing = []
let code = 0
try {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(130))
  await main(closing)
} catch (error) {
  complain(error)
  code = 1
}
await end(code)

/** Whatever happened: no server is left running, and nothing in the temporary folder. */
async function end(exitCode: number): Promise<never> {
  while (closing.length > 0) await closing.pop()?.().catch(complain)
  process.exit(exitCode)
}
