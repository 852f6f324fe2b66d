import { interfacePairs, otherSources, type InterfacePair } from '@engine/module-source/interface-pairs'
import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { isFull } from '../full-run.js'
import { as, dataOf, documentOf } from '../rest.js'
import { packed, versionOf } from './interfaces.js'
import { createModule, modulePath, publish, put, setStatus, uploadLink } from './module-requests.js'

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const owner = await app.make.user('ana')
await app.make.organization(owner, 'acme')

/** Some of every kind; the package tries all of them on its own. */
const pairs = isFull ? interfacePairs : interfacePairs.filter((_, n) => n % 6 === 0)

interface Declaration {
  readonly path: string
  readonly kind: string
  readonly name: string
}

const short = ({ path, kind, name }: Declaration, reason: string): string =>
  `${kind}${name === '' ? '' : ` ${name}`}${path === '' || kind === 'folder' ? '' : ` of ${path}`}: ${reason}`

const words = (word: string): string => word.toLowerCase().replaceAll('_', '-')

async function publishEarlier(address: string, { before, from, others }: InterfacePair): Promise<void> {
  for (const { version } of others) await publish(app, owner, address, version, packed(otherSources))
  if (from !== null) await publish(app, owner, address, from, packed(before))
  for (const { version, isRevoked } of others)
    if (isRevoked) await setStatus(app, owner, address, version, 'Revoked', { reason: 'It leaks' })
}

const setPolicy = (address: string, policy: string) =>
  as(app, owner).patch(modulePath(address), {
    body: documentOf('registry-modules', { 'module-interface-policy': policy }),
  })

/** Breaking changes in REST's comparison. */
async function comparedByRest(address: string, { from, to }: InterfacePair): Promise<string[]> {
  const query = new URLSearchParams({ from: from ?? '', to })
  const answer = await as(app, owner).get(`${modulePath(address)}/comparison?${query}`)
  expect(answer.status, answer.text).toBe(200)
  const { changes } = answer.body.data.attributes as {
    changes: (Declaration & { breaking: string | null })[]
  }
  return changes.flatMap((each) => (each.breaking === null ? [] : [short(each, each.breaking)]))
}

interface Shown {
  readonly version: { readonly interface: { readonly breaking: (Declaration & { reason: string })[] } }
  readonly comparison: { readonly changes: { nodes: (Declaration & { breaking: string | null })[] } }
}

/** Breaking changes in GraphQL: those of the version, and those of the comparison. */
async function shownByGraphql(id: string, { from, to }: InterfacePair): Promise<readonly string[][]> {
  const query = `query ($id: ID!, $from: String!, $to: String!) { registryModule(id: $id) {
    version(version: $to) { interface { breaking { path kind name reason } } }
    comparison(from: $from, to: $to) { changes(page: { size: 100 }) { nodes { path kind name breaking } } } } }`
  const data = await dataOf(app, owner, query, { id, from, to })
  const { version, comparison } = data['registryModule'] as unknown as Shown
  return [
    version.interface.breaking.map((each) => short({ ...each, kind: words(each.kind) }, words(each.reason))),
    comparison.changes.nodes.flatMap((each) =>
      each.breaking === null ? [] : [short({ ...each, kind: words(each.kind) }, words(each.breaking))],
    ),
  ]
}

rule(
  '§17 guard',
  'What breaks, the step and the sentence are the same on every face, as the shared table says',
)
test.each(pairs)('$promise: from $from to $to', async (pair) => {
  const { after, from, to, step, wantedStep, wantedVersion, breaking, summary, refused } = pair
  const address = `acme/module${app.make.next()}/aws`
  const { id } = await createModule(app, owner, address)
  await publishEarlier(address, pair)
  await setPolicy(address, 'refuse')
  const link = await uploadLink(app, owner, address, to)
  const answer = await put(app, link, packed(after))
  expect([answer.status, answer.body.errors?.[0].detail]).toEqual(refused ? [422, summary] : [200, undefined])
  const first = await versionOf(app, owner, address, to)
  expect(first).toMatchObject({
    error: refused ? summary : null,
    interface: {
      ...{ 'compared-with': from, step, 'wanted-step': wantedStep, 'wanted-version': wantedVersion },
      'breaking-count': breaking.length,
    },
  })
  const shown = (first['interface'] as { breaking: (Declaration & { reason: string })[] }).breaking
  expect(shown.map((each) => short(each, each.reason))).toEqual(breaking)
  if (refused) {
    await setPolicy(address, 'observe')
    expect((await put(app, link, packed(after))).status).toBe(200)
    expect((await versionOf(app, owner, address, to))['interface']).toEqual(first['interface'])
  }
  if (from === null) return
  expect(await comparedByRest(address, pair)).toEqual(breaking)
  expect(await shownByGraphql(id, pair)).toEqual([breaking, breaking])
})
