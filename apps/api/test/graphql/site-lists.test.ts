import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { createProvider } from '../providers.js'
import { dataOf, graphql } from '../rest.js'
import { mutate } from './mutate.js'

const app = await startTestApp()
const admin = await app.make.administrator()
const owner = await app.make.user('ana')
const ids: string[] = []
for (const version of ['1.9.0', '1.10.0', '1.11.0'])
  ids.push((await app.make.engineVersion(admin, version)).id)
const [acme, beta] = [await app.make.organization(owner, 'acme'), await app.make.organization(admin, 'beta')]
await app.make.workspace(owner, acme, '1.9.0', 'core')
await app.make.workspace(owner, acme, '1.9.0', 'edge')
await app.make.workspace(admin, beta, '1.9.0', 'core')
await app.make.workspace(admin, beta, '1.10.0', 'lab')
await createProvider(app, owner, 'acme/private/acme/cloud')
await createProvider(app, admin, 'beta/public/hashicorp/cloud')
await app.prisma.engineVersion.updateMany({ where: { version: '1.10.0' }, data: { enabled: false } })

async function listed(list: string, fields: string): Promise<unknown[]> {
  const data = await dataOf(app, admin, `{ ${list} { nodes { ${fields} } totalCount } }`)
  const { nodes, totalCount } = Object.values(data)[0] as unknown as { nodes: unknown[]; totalCount: number }
  expect(totalCount).toBe(nodes.length)
  return nodes
}

const workspaces = (filter: string) =>
  listed(
    `siteWorkspaces(filter: { ${filter} }, orderBy: { field: ORGANIZATION })`,
    'name organization { name }',
  )

const at = (organization: string, name: string) => ({ name, organization: { name: organization } })

test('a site administrator sees the workspaces of all organizations, by version, need of an upgrade and name', async () => {
  expect(await workspaces('')).toEqual([
    at('acme', 'core'),
    at('acme', 'edge'),
    at('beta', 'core'),
    at('beta', 'lab'),
  ])
  expect(await workspaces('engineVersion: "1.10.0"')).toEqual([at('beta', 'lab')])
  expect(await workspaces('engineVersion: "1.10"')).toEqual([])
  expect(await workspaces('needsUpgrade: true')).toEqual([at('beta', 'lab')])
  expect(await workspaces('search: "COR", engineVersion: "1.9.0", needsUpgrade: false')).toEqual([
    at('acme', 'core'),
    at('beta', 'core'),
  ])
})

test('a site administrator sees the providers of all organizations', async () => {
  const fields = 'namespace name organization { name }'
  const own = { namespace: 'acme', name: 'cloud', organization: { name: 'acme' } }
  const pointed = { namespace: 'hashicorp', name: 'cloud', organization: { name: 'beta' } }
  expect(await listed('siteRegistryProviders(search: "cloud")', fields)).toEqual([own, pointed])
  expect(await listed('siteRegistryProviders(registryName: PUBLIC)', fields)).toEqual([pointed])
})

test('what depends on some versions is counted once', async () => {
  const question = 'query ($ids: [ID!]!) { engineVersionDependents(ids: $ids) { workspaces organizations } }'
  const counts = async (asked: unknown[]) =>
    (await graphql(app, admin, question, { ids: asked })).data['engineVersionDependents']
  expect(await counts([ids[0]])).toEqual({ workspaces: 3, organizations: 2 })
  expect(await counts(ids)).toEqual({ workspaces: 4, organizations: 2 })
  expect(await counts([ids[2], 'no-such-id'])).toEqual({ workspaces: 0, organizations: 0 })
})

test.each([
  'siteWorkspaces { totalCount }',
  'siteRegistryProviders { totalCount }',
  'engineVersionDependents(ids: []) { workspaces }',
])('for an owner of an organization %s is not there', async (question) => {
  const { errors } = await graphql(app, owner, `{ ${question} }`)
  expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND')
})

test('many versions are not changed back once they have changed again', async () => {
  const fields = 'changed { id enabled updatedAt } userErrors { field code }'
  const act = async (input: object) =>
    (await mutate(app, admin, 'engineVersionsAct', input, fields)) as {
      changed: { id: string; updatedAt: string }[]
      userErrors: unknown[]
    }
  const { changed } = await act({ ids: [ids[0], ids[2]], act: 'DISABLE' })
  expect(changed).toHaveLength(2)
  app.clock.move(1000)
  await act({ ids: [ids[0]], act: 'DEPRECATE', deprecatedReason: 'Leaks secrets.' })
  const undone = await act({
    ids: changed.map(({ id }) => id),
    act: 'ENABLE',
    expectedUpdatedAt: changed.map(({ updatedAt }) => updatedAt),
  })
  expect(undone.changed).toMatchObject([{ id: ids[2], enabled: true }])
  expect(undone.userErrors).toEqual([{ field: ['ids', '0'], code: 'STALE' }])
})
