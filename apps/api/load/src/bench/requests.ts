import { connected } from '#api/adapters/database/connection.js'
import { Dice } from './dice.js'
import type { Callers } from './platform.js'
import { providers, subjects, vocabulary } from './words.js'

/** One row of the table: requests of a kind, each another one where that is possible. */
export interface Kind {
  readonly name: string
  readonly by: keyof Callers
  /** Milliseconds that 95 of 100 are to stay within. */
  readonly within: number
  readonly status: number
  path(dice: Dice): string
}

/** A module that the member may use. */
export interface Known {
  readonly address: string
  readonly version: string
}

/** A few hundred modules of the organizations whose modules the member sees in three different ways. */
export async function knownModules(databaseUrl: string): Promise<Known[]> {
  const { rows } = await connected({ connectionString: databaseUrl }, (client) =>
    client.query<Known>(
      `SELECT namespace || '/' || name || '/' || provider AS address, version FROM module_listings
      WHERE namespace IN ('team-0000', 'team-0001', 'team-0002') ORDER BY md5(module_id) LIMIT 300`,
    ),
  )
  return rows
}

const root = '/v1/modules'

export function readingKinds(known: readonly Known[]): Kind[] {
  const of = (name: string, path: Kind['path'], by: Kind['by'] = 'member', status = 200): Kind => {
    return { name, by, within: 50, status, path }
  }
  const around = (offset: number, dice: Dice) =>
    `offset=${offset + dice.between(-5, 0) * Math.min(offset, 20)}`
  const callers = ['member', 'administrator'] as const
  const offsets = [0, 100, 1_000, 10_000]
  return [
    ...callers.flatMap((by) =>
      offsets.map((at) => of(`list, offset ${at}`, (dice) => `${root}?${around(at, dice)}`, by)),
    ),
    of('list, 100 at once', (dice) => `${root}?limit=100&${around(500, dice)}`),
    of('list of a provider', (dice) => `${root}?provider=${dice.pick(providers)}`),
    of('list of a provider, offset 10000', (dice) => `${root}?provider=aws&${around(10_000, dice)}`),
    of('list of verified', (dice) => `${root}?verified=true&${around(500, dice)}`),
    of('namespace', () => `${root}/team-0000`),
    of('namespace, offset 4000', (dice) => `${root}/team-0000?${around(4_000, dice)}`),
    of('newest of a name', (dice) => `${root}/${dice.pick(known).address.replace(/\/[^/]+$/, '')}`),
    of('detail', (dice) => `${root}/${dice.pick(known).address}`),
    of('detail of a version', (dice) => detailOf(dice.pick(known))),
    of('versions', (dice) => `${root}/${dice.pick(known).address}/versions`),
    of('download', (dice) => `${detailOf(dice.pick(known))}/download`, 'member', 204),
    of('download of the newest', (dice) => `${root}/${dice.pick(known).address}/download`, 'member', 302),
    of('downloads summary', (dice) => `/v2/modules/${dice.pick(known).address}/downloads/summary`),
  ]
}

const detailOf = ({ address, version }: Known): string => `${root}/${address}/${version}`

/** Search texts by their kind; the number of results depends on the size. */
const typed: Readonly<Record<string, (dice: Dice) => string>> = {
  'a rare word': (dice) => dice.pick(vocabulary.slice(vocabulary.length / 2)),
  'a word of every hundredth': (dice) => dice.pick(vocabulary.slice(600, 900)),
  'a word of names': (dice) => dice.pick(subjects.slice(3, 40).filter((word) => !word.includes('-'))),
  'a common word': (dice) => dice.pick(['the', 'network', 'cluster', 'database', 'was', 'region']),
  'two common words': (dice) => `${dice.pick(['network', 'cluster'])} ${dice.pick(['the', 'group', 'for'])}`,
  'three words': (dice) => `${dice.pick(subjects)} ${dice.pick(vocabulary.slice(0, 500))} aws`,
  'a phrase': (dice) => `"${dice.pick(subjects).replace('-', ' ')} ${dice.pick(vocabulary.slice(0, 20))}"`,
  'a common phrase': (dice) => `"${dice.pick(['the of', 'of the', 'the and', 'in the'])}"`,
  'the beginning of a word': (dice) => dice.pick(['netw', 'clus', 'gatew', 'moni', 'reg', 'sch']),
  'one letter': (dice) => dice.letters(1, 'abcdefgimnoprstuv'),
  'a typo': (dice) =>
    dice.pick(['netwrok', 'clutser', 'monitorin', 'schedulr', 'firewal', 'gatewya', 'buckte']),
  'what nobody has': (dice) => dice.letters(12, 'bcdfghjkl'),
}

export function searchKinds(): Kind[] {
  const of = (name: string, path: Kind['path'], by: Kind['by'] = 'member'): Kind => {
    return { name: `search, ${name}`, by, within: 250, status: 200, path }
  }
  const q = (text: string) => `${root}/search?q=${encodeURIComponent(text)}`
  const common = typed['a common word'] ?? (() => '')
  const far = (at: number, by?: Kind['by']) =>
    of(`a common word, offset ${at}`, (dice) => `${q(common(dice))}&offset=${at - dice.between(0, 50)}`, by)
  const kinds = Object.entries(typed).map(([name, type]) => of(name, (dice) => q(type(dice))))
  return [
    ...kinds,
    of('a common word', (dice) => q(common(dice)), 'administrator'),
    far(1_000),
    far(10_000),
    far(10_000, 'administrator'),
    of('a common word of a provider', (dice) => `${q(common(dice))}&provider=${dice.prefer(providers)}`),
    of('a common word, verified', (dice) => `${q(common(dice))}&verified=true`),
    of(
      'a common word in a namespace',
      (dice) => `${q(common(dice))}&namespace=${dice.pick(['team-0000', 'team-0001', 'team-0011'])}`,
    ),
  ]
}

/** A row of the table of those that are sent over and over by many clients at once. */
export interface HotKind extends Omit<Kind, 'path' | 'within'> {
  readonly path: string | (() => string)
  /** The caller has the answer already, and says so. */
  readonly isKnown?: boolean
  /** Part of the rate of `node:http` that is the target. */
  readonly ofBare?: number
  /** Requests a second. */
  readonly rate?: number
  /** Another row, in whose place it could be asked. */
  readonly asFastAs?: string
  /** Milliseconds that 99 of 100 are to stay within. */
  readonly within?: number
}

/** `isFull` tells whether there are as many modules as some targets are for. */
export function hotKinds({ address, version }: Known, isFull: boolean): HotKind[] {
  const dice = new Dice(11)
  const of = (name: string, path: HotKind['path'], more: Partial<HotKind> = {}): HotKind => {
    return { name, by: 'member', path, status: 200, ...more }
  }
  const hot = { ofBare: 0.5, within: 10 }
  const list = { ofBare: 0.25 }
  const page = () => `${root}?limit=${dice.between(15, 40)}&offset=${dice.between(0, isFull ? 999 : 99)}`
  const words = () => `${dice.pick(subjects)} ${dice.prefer(vocabulary)}`
  return [
    of('versions', `${root}/${address}/versions`, hot),
    of('304 of versions', `${root}/${address}/versions`, {
      status: 304,
      isKnown: true,
      asFastAs: 'versions',
    }),
    of('download', `${root}/${address}/${version}/download`, { ...hot, status: 204 }),
    of('detail', `${root}/${address}`, hot),
    of('list', root, list),
    of('list, always another', page, isFull ? { rate: 300 } : {}),
    of('search', `${root}/search?q=network`, list),
    of(
      'search, always another',
      () => `${root}/search?q=${encodeURIComponent(words())}`,
      isFull ? { rate: 50 } : {},
    ),
    of('namespace', `${root}/${address.split('/')[0]}`, list),
    of('engine versions', '/api/v2/admin/engine-versions', { ...list, by: 'administrator' }),
    of('providers', '/api/v2/organizations/team-0000/registry-providers', list),
  ]
}
