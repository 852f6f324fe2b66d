import { BenchClient, percentile, timesOf } from './client.js'
import { Dice } from './dice.js'
import { Processor, usedSince } from './processor.js'
import { startApi, startBare } from './processes.js'
import { publisher } from './publishing.js'
import { headings, load, rowOf, type Measured } from './report.js'
import { knownModules, readingKinds, searchKinds, type Kind } from './requests.js'
import type { Say, Stage } from './stage.js'
import { stateWriter } from './writing-states.js'

const stateRow = 'write a state of 1 MB: announce, upload'

/** What has to be let go of at the end, the last first. */
export type Closing = (() => Promise<void>)[]

/** Lets go of all but the first so many; what cannot be let go of is told, and hinders nothing else. */
export async function letGo(
  closing: Closing,
  keeping: number,
  complain: (error: unknown) => void,
): Promise<void> {
  while (closing.length > keeping) await closing.pop()?.().catch(complain)
}

/**
 * Asks everything that `only` names, so often, by one client; tells the lines of the table as they come. Nothing is
 * answered from memory: that is what the other part measures.
 */
export async function measure(
  stage: Stage,
  { count, only }: { readonly count: number; readonly only: string },
  closing: Closing,
  say: Say,
): Promise<string[]> {
  const lines: string[] = []
  const tell = (text: string): void => {
    lines.push(text)
    say(text)
  }
  const api = await startApi({ ...stage.env, ANSWER_CACHE_LIMIT: '0' })
  closing.push(() => api.stop())
  const client = new BenchClient(api.origin)
  closing.push(() => client.close())
  const { administrator, member } = stage.callers
  const { databaseUrl } = stage
  const processor = new Processor(databaseUrl, [api.pid])
  await processor.open()
  closing.push(() => processor.close())

  const { text } = await client.ask('/v1/modules', administrator)
  tell(`load of the machine before: ${load()}`)
  tell(headings)
  const bareTimes = await timeBare(text, closing)
  const bare = percentile(bareTimes, 0.5)
  tell(rowOf({ name: 'a bare handler, the bytes of a list', by: '', times: bareTimes }, bare))

  const kinds = [...readingKinds(await knownModules(databaseUrl)), ...searchKinds()]
  for (const kind of kinds.filter(({ name }) => name.includes(only)))
    tell(rowOf(await timeKind({ client, processor, stage }, kind, count), bare))
  if ('publish'.includes(only)) {
    const times = await timesOf(await publisher(client, member), Math.ceil(count / 4), 3)
    tell(rowOf({ name: 'publish a version: number and upload', by: 'member', times, within: 100 }, bare))
  }
  if (stateRow.includes(only)) {
    const times = await timesOf(await stateWriter(client, administrator), Math.ceil(count / 4), 3)
    tell(rowOf({ name: stateRow, by: 'administrator', times, medianWithin: 150 }, bare))
  }
  tell(`load of the machine after: ${load()}`)
  return lines
}

async function timeBare(bytes: string, closing: Closing): Promise<readonly number[]> {
  const bare = await startBare('bare-http')
  closing.push(() => bare.stop())
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(bytes) }
  await bare.ask({ type: 'answer', answer: { status: 200, headers, body: bytes } })
  const client = new BenchClient(bare.origin)
  closing.push(() => client.close())
  return timesOf(async () => void (await client.ask('/')), 1_000, 200)
}

async function timeKind(
  { client, processor, stage }: { client: BenchClient; processor: Processor; stage: Stage },
  kind: Kind,
  count: number,
): Promise<Measured> {
  const dice = new Dice(11)
  const ask = async (): Promise<void> => {
    const path = kind.path(dice)
    const { status, text } = await client.ask(path, stage.callers[kind.by])
    if (status !== kind.status) throw new Error(`${path} answered ${status}: ${text}`)
  }
  await timesOf(ask, 0)
  const before = await processor.used()
  const times = await timesOf(ask, count, 0)
  return { ...kind, times, processor: usedSince(before, await processor.used()) / count }
}
