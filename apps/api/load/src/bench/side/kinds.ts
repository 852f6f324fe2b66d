import type { Callers } from '../platform.js'
import { differentPages, differentWords } from './different.js'
import { targets, type Target } from './figures.js'

/** One row of the table: a request that is sent over and over. */
export interface SideKind {
  readonly name: string
  readonly by: keyof Callers
  readonly path: string | (() => string)
  readonly status: number
  /** A GraphQL document; the request is then a POST. */
  readonly query?: string
  /** The caller has the answer already, and says so. */
  readonly isKnown?: boolean
  /** Another row whose request is sent in the same minutes, to be compared with. */
  readonly rival?: string
  readonly targets: readonly Target[]
}

/** What the requests name. */
export interface Named {
  /** `namespace/name/provider` and the number of its newest version. */
  readonly address: string
  readonly version: string
  readonly engineVersion: string
  /** The offset of the last module that the member sees. */
  readonly lastOffset: number
}

const root = '/v1/modules'

/** As far as people turn pages. */
const firstModules = 1000
const admin = '/api/v2/admin'

/** What `isJudged` leaves out holds for many modules on a served PostgreSQL alone. */
export function sideKinds(
  { address, version, engineVersion, lastOffset }: Named,
  isJudged: boolean,
): SideKind[] {
  const of = (name: string, path: SideKind['path'], more: Partial<SideKind> = {}): SideKind => {
    return { name, by: 'member', path, status: 200, targets: [], ...more }
  }
  const hot = { targets: [targets.ofHttp(0.5), targets.slowest(10)] }
  const list = { targets: [targets.ofExpress(0.5)] }
  const atLeast = (rate: number) => ({ targets: isJudged ? [targets.rate(rate)] : [] })
  const [page, firstPage] = [
    differentPages(lastOffset),
    differentPages(Math.min(lastOffset, firstModules - 1)),
  ]
  const words = differentWords()
  return [
    of('versions', `${root}/${address}/versions`, hot),
    of('304 of versions', `${root}/${address}/versions`, {
      status: 304,
      isKnown: true,
      rival: 'versions',
      targets: [targets.asFastAs('versions')],
    }),
    of('download', `${root}/${address}/${version}/download`, { ...hot, status: 204 }),
    of('detail', `${root}/${address}`, hot),
    of('list', root, list),
    of('list, first pages', () => `${root}?${firstPage()}`, atLeast(300)),
    of('list, always another', () => `${root}?${page()}`),
    of('search', `${root}/search?q=network`, list),
    of('search, always another', () => `${root}/search?${words()}`, atLeast(50)),
    of('namespace', `${root}/${address.split('/')[0]}`, list),
    of('engine versions', `${admin}/engine-versions`, { ...list, by: 'administrator' }),
    of('engine version', `${admin}/engine-versions/${engineVersion}`, { by: 'administrator' }),
    of('providers', '/api/v2/organizations/team-0000/registry-providers', list),
    of('GraphQL list page', '/graphql', { by: 'administrator', query: listPage }),
  ]
}

/** As the console asks for a page of engine versions. */
const listPage = `{
  engineVersions(filter: {}, page: { number: 1, size: 20 }) {
    nodes { id version usage createdAt official enabled beta deprecated deprecatedReason updatedAt }
    pageInfo { number size totalPages }
    totalCount
  }
}`
