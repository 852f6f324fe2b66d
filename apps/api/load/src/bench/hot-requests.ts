import { Dice } from './dice.js'
import type { Callers } from './platform.js'
import type { Known } from './requests.js'
import { subjects, vocabulary } from './words.js'

/** One row of the table: a request that is sent over and over. */
export interface HotKind {
  readonly name: string
  readonly by: keyof Callers
  readonly path: string | (() => string)
  readonly status: number
  /** The caller has the answer already, and says so. */
  readonly isKnown?: boolean
  /** Which part of the rate of `node:http` its own is to be. */
  readonly ofBare?: number
  /** How many a second. */
  readonly rate?: number
  /** Another row, in whose place it could be asked. */
  readonly asFastAs?: string
  /** Milliseconds that 99 of 100 are to stay within. */
  readonly within?: number
}

const root = '/v1/modules'

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
