import { BenchClient } from '../client.js'
import type { Closing } from '../measure.js'
import { knownModules } from '../requests.js'
import type { Say } from '../stage.js'
import type { Measured } from './figures.js'
import { sideKinds, type Named } from './kinds.js'
import { measureKind } from './measure-kind.js'
import { measurePublishing } from './publishes.js'
import { openScene, type Played, type Scene } from './scene.js'
import { measureStartUp } from './start-up.js'
import { headings, rowOf } from './table.js'

export interface SideOptions {
  /** How long each row is asked, forth and back. */
  readonly seconds: number
  /** How often the API is started. */
  readonly starts: number
  /** Only what has this in its name. */
  readonly only: string
  /** Whether there are as many modules, and such a PostgreSQL, as some targets ask for. */
  readonly isJudged: boolean
}

/** Measures the API's start, then the API beside the bare handlers; tells the rows as they come. */
export async function measureSide(
  played: Played,
  { seconds, starts, only, isJudged }: SideOptions,
  closing: Closing,
  say: Say,
): Promise<Measured[]> {
  const all: Measured[] = []
  const tell = (measured: Measured): void => {
    all.push(measured)
    say(rowOf(measured))
  }
  headings.forEach(say)
  if ('start'.includes(only)) tell(await measureStartUp(played.env, { starts, seconds }, closing))
  const scene = await openScene(played, seconds, closing)
  const kinds = sideKinds(await nameThings(scene, played.databaseUrl), isJudged)
  for (const kind of kinds.filter(({ name }) => name.includes(only))) {
    const rival = kinds.find(({ name }) => name === kind.rival)
    tell({ name: kind.name, ...(await measureKind(scene, kind, rival)), targets: kind.targets })
  }
  if ('publish'.includes(only)) for (const each of await measurePublishing(scene)) tell(each)
  return all
}

async function nameThings({ api, callers }: Scene, databaseUrl: string): Promise<Named> {
  const client = new BenchClient(api.origin)
  try {
    const [known] = await knownModules(databaseUrl)
    if (!known) throw new Error('there is no module that the member may use')
    const { text } = await client.ask('/api/v2/admin/engine-versions', callers.administrator)
    const [engineVersion] = (JSON.parse(text) as { data: { id: string }[] }).data
    const hasModuleAt = async (offset: number): Promise<boolean> => {
      const page = await client.ask(`/v1/modules?limit=1&offset=${offset}`, callers.member)
      return (JSON.parse(page.text) as { modules: unknown[] }).modules.length > 0
    }
    return { ...known, engineVersion: engineVersion?.id ?? '', lastOffset: await lastOf(hasModuleAt) }
  } finally {
    await client.close()
  }
}

/** The last offset that has something, where all before it have. */
async function lastOf(has: (offset: number) => Promise<boolean>): Promise<number> {
  let beyond = 1
  while (await has(beyond)) beyond *= 2
  let [least, most] = [Math.floor(beyond / 2), beyond]
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2)
    if (await has(middle)) least = middle
    else most = middle
  }
  return least
}
