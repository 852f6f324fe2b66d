import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Dice } from '../bench/dice.js'
import { load, machine } from '../bench/report.js'
import { disturb, untilAllReady, type Disturbed } from './disturb.js'
import { judgeAudit, judgeDownloads, judgeRequests, judgeThings, type Verdict } from './judge.js'
import { Ledger } from './ledger.js'
import { begin, prepare } from './load.js'
import { planOf } from './plan.js'
import { linesOf, tableOf } from './report.js'
import { Stage } from './stage.js'
import { Traffic } from './traffic.js'

const { values: options } = parseArgs({
  options: {
    /** How long the load lasts. */
    minutes: { type: 'string', default: '5' },
    /** The very plan and dice of the run that printed this seed. */
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    /** `s3://bucket?endpoint=…` in place of a folder that the replicas share. */
    storage: { type: 'string' },
  },
})

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const replicas = 2

const closing: (() => Promise<unknown>)[] = []
let code = 0
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(130))
try {
  const verdicts = await soak(Number(options.minutes), Number(options.seed))
  verdicts.flatMap(linesOf).forEach(say)
  if (verdicts.some(({ breaks }) => breaks.length > 0)) code = 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  code = 1
}
await end(code)

async function soak(minutes: number, seed: number): Promise<Verdict[]> {
  if (!(minutes > 0)) throw new Error('--minutes is a number above 0')
  say(`--minutes ${minutes} --seed ${seed}; ${replicas} replicas; ${machine()}; load before: ${load()}`)
  const folder = await mkdtemp(join(tmpdir(), 'soak-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const said = new Map<string, number>()
  const onLine = (text: string): void => void said.set(gist(text), (said.get(gist(text)) ?? 0) + 1)
  const stage = await Stage.open({ folder, replicas, storageUrl: options.storage, onLine })
  closing.push(
    async () => [...said].forEach(([text, count]) => say(`  ${count} times ${text}`)),
    async () => say(`load after: ${load()}; what the replicas said of warnings and errors:`),
    () => stage.close(),
  )
  // At once, as they do on an empty database when a whole site is started.
  await Promise.all(stage.replicas.map((replica) => replica.start()))
  await untilAllReady(stage)

  const token = await stage.setUp()
  const ledger = new Ledger()
  const traffic = new Traffic(stage.balancer.url, token)
  const work = { traffic, ledger, seed, folder }
  await prepare(work)
  const begun = performance.now()
  const running = begin(work)
  const disturbed = await disturb(stage, planOf(minutes, replicas, new Dice(seed)), begun, say)
  await sleep(Math.max(0, begun + minutes * 60_000 - performance.now()))
  await running.stop()
  await traffic.close()
  return judge(stage, traffic, token, ledger, disturbed)
}

/** By a platform that was stopped and started once more, so that what was in memory alone counts for nothing. */
async function judge(
  stage: Stage,
  { told }: Traffic,
  token: string,
  ledger: Ledger,
  { windows, faults }: Disturbed,
): Promise<Verdict[]> {
  tableOf(told, windows).forEach(say)
  const codes = await Promise.all(stage.replicas.map((replica) => replica.end('SIGTERM')))
  const failed = codes.filter((each) => each !== 0).map((each) => `at the end one ended with ${each}`)
  await Promise.all(stage.replicas.map((replica) => replica.start()))
  await untilAllReady(stage)
  const afterwards = new Traffic(stage.balancer.url, token, 'afterwards')
  closing.push(() => afterwards.close())
  return [
    {
      promise: 'a replica that is told to stop ends with 0',
      found: 'its code',
      breaks: [...faults, ...failed],
    },
    judgeRequests(told, windows),
    await judgeThings(afterwards, ledger),
    await judgeAudit(stage.databaseUrl, ledger),
    await judgeDownloads(afterwards, told, windows),
  ]
}

/** What is the same of many lines of the log. */
function gist(text: string): string {
  try {
    const { msg, status, error, reason } = JSON.parse(text) as Record<string, unknown>
    const words = [msg, status, error, reason].filter((each) => each !== undefined)
    const said = words.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
    return said.join(': ').replaceAll(/\s+/g, ' ').slice(0, 300)
  } catch {
    return text.slice(0, 300)
  }
}

/** Whatever happened: no process is left running, and nothing in the temporary folder. */
async function end(exitCode: number): Promise<never> {
  while (closing.length > 0)
    await closing
      .pop()?.()
      .catch((error: unknown) => say(String(error)))
  process.exit(exitCode)
}
