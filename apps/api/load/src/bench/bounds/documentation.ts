import type { Closing } from '../../server/program.js'
import { docsArchive, resourcePage } from '../../server/provider-docs.js'
import { demand, pathOf } from '../../server/traffic.js'
import { newSigningKey } from '../../origin/signing.js'
import { percentile, timesOf } from '../report.js'
import { BoundedSite } from './site.js'

const pages = 1500
/** Pages that are opened, each for the first time. */
const opened = 30

/** The documentation of a large provider: milliseconds. */
export interface DocumentationCost {
  readonly published: number
  /** The 95th percentile of opening a page for the first time, when it is rendered. */
  readonly page: number
  /** The longest time for which the upload held the main thread. */
  readonly held: number
}

export async function measureDocumentation(checkout: string, closing: Closing): Promise<DocumentationCost> {
  const site = await BoundedSite.open(checkout, closing)
  await site.organization('acme')
  const key = await newSigningKey()
  const keys = '/api/registry/private/v2/gpg-keys'
  const attributes = { namespace: 'acme', 'ascii-armor': key.armor }
  const data = { type: 'gpg-keys', attributes }
  await site.root.write({ kind: 'key', method: 'POST', path: keys, status: 201, data })
  const list = '/organizations/acme/registry-providers'
  const address = { name: 'cloud', namespace: 'acme', 'registry-name': 'private' }
  const provider = await site.post(list, 'registry-providers', address)
  const version = { version: '1.0.0', 'key-id': key.keyId, protocols: ['6.0'] }
  const path = `${list}/private/acme/cloud/versions`
  const { links } = await site.post(path, 'registry-provider-versions', version)
  const bytes = docsArchive(Object.fromEntries(Array.from({ length: pages }, (_, n) => pageOf(n))))
  await site.cost()
  const begun = performance.now()
  const upload = { kind: 'docs', method: 'PUT', path: pathOf(links?.['docs-upload']), status: 200 } as const
  await site.root.write({ ...upload, isSigned: true, bytes })
  const published = performance.now() - begun
  const { held } = await site.cost()
  let next = 0
  const open = async () => {
    const variables = { providerId: provider.id, slug: `thing_${next++}` }
    const asked = { kind: 'page', method: 'POST', path: '/graphql', status: 200, headers: inJson } as const
    const body = JSON.stringify({ query, variables })
    const isShown = (answer: Buffer) => (answer.includes('"tree":[') ? '' : answer.toString())
    demand(await site.root.ask({ ...asked, body, faultOf: isShown }))
  }
  return { published, held, page: percentile(await timesOf(open, opened, 1), 0.95) }
}

/** A page of 7 KB, as those of large providers have on average. */
const pageOf = (n: number): readonly [string, string] => [
  `docs/resources/thing_${n}.md`,
  resourcePage('cloud', `thing_${n}`, `Group ${n % 60}`, `Manages the thing ${n}.`) +
    Array.from(
      { length: 80 },
      (_, row) =>
        `- \`setting_${row}\` (String) Setting ${row} of the thing ${n}, with a [link](thing_${row}.md).\n`,
    ).join(''),
]

const inJson = { 'content-type': 'application/json' }

const query = `query ($providerId: ID!, $slug: String!) {
  providerDocumentation(providerId: $providerId, version: "1.0.0") {
    versions(page: { size: 100 }) { nodes { version } totalCount }
    groups(page: { size: 100 }) { nodes { category subcategory count } totalCount }
    doc(category: RESOURCES, slug: $slug) { id title text { tree refusal beginning } }
  }
}`
