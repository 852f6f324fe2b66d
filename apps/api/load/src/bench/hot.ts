import { setPriority } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startedBy } from '../server/child-processes.js'
import type { Closing, Say } from '../server/program.js'
import { limitProcessors } from '../server/processor-limit.js'
import { ServerProcess } from '../server/server-process.js'
import { demand, Traffic } from '../server/traffic.js'
import { askAtOnce, type Asking } from './asking.js'
import type { Answer } from './bare.js'
import { measureFiles } from './files.js'
import type { Options } from './options.js'
import { figure, percentile, tableOf, targetOfSeveral, type Target } from './report.js'
import { hotKinds, knownModules, type HotKind } from './requests.js'
import { startBare, usageTeller, type Stage } from './stage.js'
import type { Usage } from './usage-teller.js'
import { publisher } from './writing.js'

/** Number of clients that send requests at once. */
export const connections = 32

/** Number of measured rounds of each kind, after a first one that does not count. */
const rounds = 4

/** Number of publishers at once, each with a separate module. */
const publishers = 4

/** Number of versions that they publish a second. */
const publishRate = 20

/** Smallest accepted part of another build's rate: moments differ, but by less for two builds that take turns. */
const enough = 0.75

/** The niceness of what takes only what others leave. */
const idle = 19

/** One of those that are asked in turn, and what it answered so far. */
interface Lane {
  readonly server: ServerProcess
  readonly times: number[]
  seconds: number
  statements: number
}

interface Row {
  readonly kind: HotKind
  readonly asking: Asking
  /** Answer that the bare handler gives in place of the API. */
  readonly answer: Answer
  /** The bare handler, the API, and the API of another build. */
  readonly lanes: readonly Lane[]
}

/**
 * Asks the API by many clients at once, and in turn with it a bare handler that answers the same, and perhaps the API of
 * another build. All kinds come round again and again, so that a slow moment of the machine hits all of them. Answers
 * whether it is nowhere far behind the other build.
 */
export async function measureHot(
  stage: Stage,
  { seconds, only, compare, size, processes }: Options,
  closing: Closing,
  tell: Say,
): Promise<boolean> {
  const bare = await startBare(closing)
  const apis: ServerProcess[] = []
  // The other build last: where it is a newer release, it brings the database to its own state.
  const programs = compare === undefined ? [] : [pathToFileURL(join(compare, 'apps/api/dist/main.js'))]
  for (const options of [{ preload: usageTeller }, ...programs.map((program) => ({ program }))]) {
    apis.push(await ServerProcess.started(stage.env, closing, options))
  }
  let several: ServerProcess | undefined
  if (processes > 1) {
    several = await ServerProcess.started({ ...stage.env, API_PROCESSES: String(processes) }, closing)
    apis.push(several)
    await leaveRoom([bare, ...apis], { several, processes }, closing, tell)
  }
  const [api] = apis as [ServerProcess]
  const [known] = await knownModules(stage.databaseUrl)
  if (!known) throw new Error('there is no module that the member may use')
  const rows: Row[] = []
  for (const kind of hotKinds(known, size === 'full').filter(({ name }) => name.includes(only))) {
    // Another build may have another tag for its answer.
    if (kind.isKnown && compare !== undefined) continue
    const lanes = [bare, ...apis].map((server): Lane => ({ server, times: [], seconds: 0, statements: 0 }))
    rows.push({ kind, ...(await askingOf(api.origin, stage.callers[kind.by], kind, closing)), lanes })
  }
  for (let round = 0; round <= rounds; round++)
    for (const row of rows) await goRound(row, round, seconds / rounds, api)
  const isGood = tellRows(rows, { compare, processes }, tell)
  await measureFiles(stage, { bare, api, several }, { only, seconds, processes }, closing, tell)
  if (processes === 1 && 'publish'.includes(only)) await tellPublishing(stage, api, seconds, closing, tell)
  return isGood
}

/**
 * Leaves room for this process, which asks, beside all that answer: each of these is limited to a part of a processor.
 * If no limit can be set, this process runs at the lowest priority.
 */
async function leaveRoom(
  servers: readonly ServerProcess[],
  { several, processes }: { readonly several: ServerProcess; readonly processes: number },
  closing: Closing,
  tell: Say,
): Promise<void> {
  const alone = servers.filter((server) => server !== several).map(({ pid }) => pid)
  const part = await limitProcessors([...alone, ...(await startedBy(several.pid))], processes, closing)
  if (part === undefined) setPriority(idle)
  tell(
    part === undefined
      ? 'the load generator has the lowest priority, and needs a processor beside those of the processes'
      : `each process that answers is limited to ${figure(part, 2)} of a processor; the load generator has the rest`,
  )
}

async function askingOf(
  origin: string,
  token: string,
  { name, path, status, isKnown = false }: HotKind,
  closing: Closing,
): Promise<Pick<Row, 'asking' | 'answer'>> {
  const client = new Traffic(origin, token, 'bench', closing)
  const asked = { kind: name, path: typeof path === 'string' ? path : path(), status }
  const first = await client.ask(asked)
  const headers = isKnown ? { 'if-none-match': String(first.headers['etag']) } : {}
  const { headers: told, bytes } = demand(await client.ask({ ...asked, headers }))
  const asking = { headers: { ...headers, authorization: `Bearer ${token}` }, path, status }
  return { asking, answer: { status, headers: told, base64: bytes.toString('base64') } }
}

/** Forth, and in the next round back. The first round does not count. */
async function goRound({ asking, answer, lanes }: Row, round: number, seconds: number, api: ServerProcess) {
  await lanes[0]?.server.ask({ type: 'answer', answer })
  for (const lane of round % 2 === 0 ? lanes : lanes.toReversed()) {
    const before = await api.ask<Usage>({ type: 'usage' })
    const slice = await askAtOnce(lane.server.origin, asking, seconds, connections)
    if (round === 0) continue
    lane.times.push(...slice.times)
    lane.seconds += slice.seconds
    lane.statements += (await api.ask<Usage>({ type: 'usage' })).statements - before.statements
  }
}

/** Answers whether no row is far behind the other build. */
function tellRows(
  rows: readonly Row[],
  { compare, processes }: Pick<Options, 'compare' | 'processes'>,
  tell: Say,
): boolean {
  const several = processes > 1 ? [`${processes} processes`, 'times'] : []
  const others = compare === undefined ? several : ['the other', 'of it']
  const row = tableOf(
    ['asked by', 'a second', 'node:http', 'of it', 'p50 ms', 'p99 ms', 'SQL', ...others],
    tell,
  )
  const behind: string[] = []
  for (const { kind, lanes } of rows) {
    const [bare, own, other] = lanes as [Lane, Lane, Lane?]
    const times = own.times.toSorted((a, b) => a - b)
    const [rate, ofBare, slowest] = [rateOf(own), rateOf(own) / rateOf(bare), percentile(times, 0.99)]
    const ofOther = other && compare !== undefined ? rate / rateOf(other) : undefined
    const gain = other && processes > 1 ? rateOf(other) / rate : undefined
    const rival = rows.find(({ kind: { name } }) => name === kind.asFastAs)?.lanes[1]
    // The others are for a process that has all of a processor.
    const targets: (Target | false)[] =
      gain !== undefined
        ? [kind.ofBare !== undefined && targetOfSeveral(gain, processes)]
        : [
            kind.ofBare !== undefined && [`${kind.ofBare} of node:http`, ofBare >= kind.ofBare],
            kind.within !== undefined && [`p99 ${kind.within} ms`, slowest < kind.within],
            kind.rate !== undefined && [`${kind.rate} a second`, rate >= kind.rate],
            rival !== undefined && [`as fast as ${kind.asFastAs}`, rate >= rateOf(rival)],
          ]
    const cells = [
      ...[figure(rate, 0), figure(rateOf(bare), 0), figure(ofBare, 2)],
      ...[figure(percentile(times, 0.5), 1), figure(slowest, 1)],
      figure(own.statements / own.times.length, 2),
      ...(other ? [figure(rateOf(other), 0), figure(ofOther ?? gain, 2)] : []),
    ]
    row(
      kind.name,
      [kind.by, ...cells],
      targets.filter((target) => target !== false),
    )
    if (ofOther !== undefined && ofOther < enough) behind.push(kind.name)
  }
  for (const name of behind) tell(`BEHIND: ${name}: less than ${enough} of the other build`)
  return behind.length === 0
}

const rateOf = ({ times, seconds }: Lane): number => times.length / seconds

async function tellPublishing(
  stage: Stage,
  api: ServerProcess,
  seconds: number,
  closing: Closing,
  tell: Say,
) {
  const rate = await publishRateOf(stage, api, seconds, closing)
  const verdict = rate >= publishRate ? 'kept' : 'MISSED'
  tell(
    `${figure(rate, 1)} versions a second are published by ${publishers} at once: ${publishRate} ${verdict}`,
  )
}

/** Measures the versions a second that the API takes from several clients at once, each with a separate module. */
export async function publishRateOf(
  { callers }: Stage,
  api: ServerProcess,
  seconds: number,
  closing: Closing,
): Promise<number> {
  const client = () => new Traffic(api.origin, callers.member, 'bench', closing)
  const all = await Promise.all(Array.from({ length: publishers }, () => publisher(client())))
  await Promise.all(all.map((publish) => publish()))
  const begun = performance.now()
  const until = begun + seconds * 1000
  let count = 0
  const repeat = async (publish: () => Promise<void>): Promise<void> => {
    for (; performance.now() < until; count++) await publish()
  }
  await Promise.all(all.map(repeat))
  return (count * 1000) / (performance.now() - begun)
}
