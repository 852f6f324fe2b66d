import { percentile } from '../client.js'
import type { Figures } from './figures.js'
import type { SideKind } from './kinds.js'
import { load, type Asking, type Slice } from './load.js'
import { sumOf, type Spent } from './meter.js'
import { askOnce, type Scene } from './scene.js'

/** Who is asked in turn, and by what. */
interface Lane {
  readonly origin: string
  readonly asking: Asking
  readonly slices: (Slice & { readonly spent?: Spent })[]
}

/**
 * Asks the API and the bare handlers, which answer the same, one after the other and then in the reverse order, and all
 * that once more, so that a slow moment of the machine hits all of them.
 */
export async function measureKind(scene: Scene, kind: SideKind, rival?: SideKind): Promise<Figures> {
  const { api, http, express } = scene
  const asking = await askingOf(scene, kind)
  const answer = await askOnce(api.origin, asking)
  await Promise.all([http, express].map((bare) => bare.ask({ type: 'answer', answer })))
  const lane = ({ origin }: { origin: string }, asked: Asking): Lane => ({
    origin,
    asking: asked,
    slices: [],
  })
  // What differs from one request to the next is for the API alone; a bare handler looks at nothing.
  const same = { ...asking, path: pathOf(asking) }
  const own = lane(api, asking)
  const bare = { http: lane(http, same), express: lane(express, same) }
  const other = rival && lane(api, await askingOf(scene, rival))
  const lanes = [bare.http, own, bare.express, ...(other ? [other] : [])]

  for (const { origin, asking: asked } of lanes) await load(origin, asked, scene.seconds / 2)
  const around = [...lanes, ...lanes.toReversed()]
  for (const each of [...around, ...around]) await ask(scene, each, each === own)
  return {
    ...figuresOf(own),
    http: rateOf(bare.http),
    express: rateOf(bare.express),
    ...(other && { rival: rateOf(other) }),
  }
}

async function askingOf(scene: Scene, kind: SideKind): Promise<Asking> {
  const { by, path, status, query, isKnown = false } = kind
  const authorization = `Bearer ${scene.callers[by]}`
  if (query !== undefined) {
    const headers = { authorization, 'content-type': 'application/json' }
    return { method: 'POST', headers, body: JSON.stringify({ query }), path, status }
  }
  const asking: Asking = { method: 'GET', headers: { authorization }, path, status }
  if (!isKnown) return asking
  const { etag } = (await askOnce(scene.api.origin, { ...asking, status: 200 })).headers
  return { ...asking, headers: { authorization, 'if-none-match': String(etag) } }
}

const pathOf = ({ path }: Asking): string => (typeof path === 'string' ? path : path())

async function ask({ meter, seconds }: Scene, { origin, asking, slices }: Lane, isMetered: boolean) {
  const work = () => load(origin, asking, seconds / 2)
  if (!isMetered) return void slices.push(await work())
  const { done, spent } = await meter.around(work)
  slices.push({ ...done, spent })
}

function rateOf({ slices }: Lane): number {
  const answered = slices.reduce((sum, { times }) => sum + times.length, 0)
  return answered / slices.reduce((sum, each) => sum + each.seconds, 0)
}

function figuresOf(lane: Lane): Figures {
  const times = lane.slices.flatMap((each) => each.times).sort((a, b) => a - b)
  const sent = lane.slices.reduce((sum, each) => sum + each.sent, 0)
  const { processor, database, statements, memory } = sumOf(lane.slices.flatMap(({ spent }) => spent ?? []))
  return {
    rate: rateOf(lane),
    median: percentile(times, 0.5),
    slowest: percentile(times, 0.99),
    processor: processor / sent,
    database: database / sent,
    statements: statements / sent,
    memory,
  }
}
