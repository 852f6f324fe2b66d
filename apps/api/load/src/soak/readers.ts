import type { Dice } from '../bench/dice.js'
import { pathOf, type Asked, type Traffic } from '../server/traffic.js'
import { organization } from './writers.js'

/** The modules that are downloaded: they change no more, so that every request for them must be answered. */
export const steady = ['steady-1', 'steady-2', 'steady-3'].map((name) => `${organization}/${name}/aws`)

export const downloadKind = 'download'

const query = '{ engineVersions { totalCount } siteOrganizations { totalCount } }'

/** GraphQL tells of failures under 200. */
const errorsOf = (bytes: Buffer): string => (bytes.includes('"errors"') ? bytes.toString() : '')

/** One request of a reader, by the dice, at times followed by that for the archive; whether both were answered. */
export async function read(dice: Dice, traffic: Traffic): Promise<boolean> {
  const told = await traffic.ask(dice.pick(kindsOf(dice.pick(steady))))
  const link = told.headers['x-engine-get']
  if (link === undefined || dice.next() < 0.5) return told.fault === ''
  const archive = await traffic.ask({ kind: 'archive', path: pathOf(link), status: 200 })
  return archive.fault === ''
}

function kindsOf(address: string): Asked[] {
  const of = (kind: string, path: string, status = 200): Asked => ({ kind, path, status })
  const download = of(downloadKind, `/v1/modules/${address}/1.0.0/download`, 204)
  return [
    download,
    download,
    of('versions', `/v1/modules/${address}/versions`),
    of('detail', `/v1/modules/${address}/1.0.0`),
    of('list of modules', `/v1/modules/${organization}?limit=20`),
    of('search', '/v1/modules/search?q=module'),
    of('list over REST', '/api/v2/admin/engine-versions?page%5Bsize%5D=20'),
    of('list over REST', `/api/v2/organizations/${organization}/registry-modules`),
    of('discovery', '/.well-known/engine.json'),
    {
      ...{ ...of('GraphQL', '/graphql'), method: 'POST', headers: { 'content-type': 'application/json' } },
      ...{ body: JSON.stringify({ query }), faultOf: errorsOf },
    },
  ]
}
