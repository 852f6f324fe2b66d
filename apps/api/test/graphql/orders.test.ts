import { versionSortKey } from '@engine/shared'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { createModule } from '../modules/module-requests.js'
import { createProvider } from '../providers.js'
import { dataOf, graphql } from '../rest.js'

/** Two and two at the same moment, so that an order by time needs a second key. */
const names = ['delta', 'Alpha', 'charlie', 'Bravo', 'echo', 'Foxtrot', 'alpha2'] as const
const numbers = ['1.10.0', '1.9.0', '1.10.0-rc1', '2.0.0', '0.13.5', '1.2.0', '1.2.1'] as const

async function fill(): Promise<{ version: string; team: string }> {
  const { ctx } = admin
  const acme = await app.make.organization(admin, 'acme')
  const [first] = await Promise.all(
    numbers.slice(0, 1).map((number) => app.make.engineVersion(admin, number)),
  )
  for (const number of numbers.slice(1)) await app.make.engineVersion(admin, number)
  const team = await app.make.team(admin, acme, { name: 'Keepers' })
  const owner = { type: 'team', id: team.id, organizationId: acme.id } as const
  for (const [index, name] of names.entries()) {
    if (index % 2 === 0) app.clock.move(1000)
    const person = await app.make.member(acme, name)
    const other = await app.make.organization(admin, name)
    await app.make.workspace(admin, acme, numbers[index % 3] ?? '', name)
    if (index % 3 > 0) await app.make.workspace(admin, other, numbers[0], name)
    const crew = await app.make.team(admin, acme, { name: `${name}-crew` })
    if (index % 2 === 0)
      await app.services.teams.addMembers(ctx, crew.id, { ids: [person.username], faults: [] })
    await app.services.memberships.create(ctx, 'acme', { email: `${name}@other.example` })
    await createModule(app, admin, `${index % 2 === 0 ? 'acme' : name}/${name}/aws`)
    await createProvider(app, admin, `acme/private/acme/${name}`)
    await createProvider(app, admin, `acme/public/${name}/cloud`)
    await app.services.tokens.create(ctx, owner, { description: `${name} of the team` })
    await app.services.tokens.create(
      ctx,
      { type: 'user', id: admin.id },
      index % 3 > 0 ? { description: name } : {},
    )
  }
  return { version: first?.id ?? '', team: team.id }
}

interface Node {
  readonly [field: string]: unknown
  readonly id: string
}

interface List {
  /** The question around the list. */
  readonly ask: (list: string) => string
  readonly name: string
  /** Filter that makes the list short enough to compare whole. */
  readonly filter?: string
  readonly fields: string
  /** Sort key of each order. */
  readonly orders: Readonly<Record<string, (node: Node) => string | number>>
}

const plain = (list: string): string => list
const inAcme = (list: string): string => `organization(name: "acme") { ${list} }`
const ofViewer = (list: string): string => `viewer { ${list} }`

const text = (field: string) => (node: Node) => String(node[field] ?? '').toLowerCase()
const name = text('name')
const created = text('createdAt')
const count = (field: string, of: string) => (node: Node) => (node[field] as Record<string, number>)[of] ?? 0

const workspaces = {
  name: 'workspaces',
  fields: 'id name engineVersion organization { name } createdAt',
  orders: {
    NAME: name,
    ENGINE_VERSION: (node: Node) => versionSortKey(String(node['engineVersion'])),
    ORGANIZATION: (node: Node) => (node['organization'] as { name: string }).name.toLowerCase(),
    CREATED_AT: created,
  },
}

const providers = {
  name: 'registryProviders',
  fields: 'id namespace name registryName createdAt',
  orders: {
    NAME: (node: Node) => `${text('namespace')(node)}/${name(node)}`,
    REGISTRY: text('registryName'),
    CREATED_AT: created,
  },
}

const tokens = {
  name: 'tokens',
  fields: 'id description createdAt lastUsedAt expiresAt',
  orders: {
    DESCRIPTION: (node: Node) => String(node['description'] ?? ''),
    CREATED_AT: created,
    LAST_USED_AT: text('lastUsedAt'),
    EXPIRES_AT: text('expiresAt'),
  },
}

const app = await startTestApp()
const admin = await app.make.administrator('Root')
const ids = await fill()

const lists: Readonly<Record<string, List>> = {
  'engine versions': {
    ask: plain,
    name: 'engineVersions',
    fields: 'id version usage createdAt',
    orders: {
      VERSION: (node) => versionSortKey(String(node['version'])),
      USAGE: (node) => Number(node['usage']),
      CREATED_AT: created,
    },
  },
  'workspaces on a version': {
    ask: (list) => `engineVersion(id: "${ids.version}") { ${list} }`,
    ...workspaces,
  },
  'workspaces of an organization': { ask: inAcme, ...workspaces },
  'workspaces of the site': { ask: plain, ...workspaces, name: 'siteWorkspaces' },
  organizations: {
    ask: plain,
    name: 'siteOrganizations',
    fields:
      'id name createdAt figures { workspaces outdatedWorkspaces modules members storedBytes lastActivityAt }',
    orders: {
      NAME: name,
      WORKSPACES: count('figures', 'workspaces'),
      OUTDATED_WORKSPACES: count('figures', 'outdatedWorkspaces'),
      MODULES: count('figures', 'modules'),
      MEMBERS: count('figures', 'members'),
      STORED_BYTES: count('figures', 'storedBytes'),
      LAST_ACTIVITY: (node) => String((node['figures'] as Record<string, unknown>)['lastActivityAt'] ?? ''),
      CREATED_AT: created,
    },
  },
  "the viewer's organizations": {
    ask: ofViewer,
    name: 'organizations',
    fields: 'id name email createdAt',
    orders: { NAME: name, EMAIL: (node) => String(node['email']), CREATED_AT: created },
  },
  users: {
    ask: plain,
    name: 'users',
    fields: 'id username email createdAt',
    orders: { USERNAME: text('username'), EMAIL: text('email'), CREATED_AT: created },
  },
  members: {
    ask: inAcme,
    name: 'memberships',
    fields: 'id status email createdAt user { username }',
    orders: {
      NAME: (node) =>
        ((node['user'] as { username: string } | null)?.username ?? String(node['email'])).toLowerCase(),
      // Invitations come first.
      STATUS: (node) => (node['status'] === 'INVITED' ? 0 : 1),
      CREATED_AT: created,
    },
  },
  teams: {
    ask: inAcme,
    name: 'teams',
    fields: 'id name members { totalCount }',
    orders: { NAME: name, MEMBERS: count('members', 'totalCount') },
  },
  providers: { ask: inAcme, ...providers },
  'providers of the site': { ask: plain, ...providers, name: 'siteRegistryProviders' },
  modules: {
    ask: plain,
    name: 'registryModules',
    fields: 'id namespace name provider downloads updatedAt',
    orders: {
      NAME: (node) => `${text('namespace')(node)} ${name(node)}`,
      UPDATED_AT: text('updatedAt'),
      DOWNLOADS: (node) => Number(node['downloads']),
    },
  },
  "the viewer's tokens": { ask: ofViewer, ...tokens },
  'the audit log': {
    ask: plain,
    name: 'auditEvents',
    filter: 'filter: { action: "module" }',
    fields: 'id at',
    orders: { AT: text('at') },
  },
  'tokens of a team': { ask: (list) => `team(id: "${ids.team}") { ${list} }`, ...tokens },
}

interface Found {
  readonly nodes: Node[]
  readonly totalCount: number
}

async function pageOf({ ask, name: list, filter = '', fields }: List, args: string): Promise<Found> {
  const data = await dataOf(
    app,
    admin,
    `{ ${ask(`${list}(${filter} ${args}) { nodes { ${fields} } totalCount }`)} }`,
  )
  const [answer] = Object.values(data)
  return (answer && 'nodes' in answer ? answer : answer?.[list]) as unknown as Found
}

/** All of a list in this order, by pages so small that most ties lie across two of them. */
async function walk(list: List, field: string, direction: 'ASC' | 'DESC'): Promise<Node[]> {
  const nodes: Node[] = []
  for (let number = 1, total = 1; nodes.length < total; number++) {
    const page = await pageOf(
      list,
      `orderBy: { field: ${field}, direction: ${direction} }, page: { number: ${number}, size: 3 }`,
    )
    total = page.totalCount
    nodes.push(...page.nodes)
    expect(page.nodes.length).toBeGreaterThan(0)
  }
  return nodes
}

const idsOf = (nodes: readonly Node[]): string[] => nodes.map(({ id }) => id)

describe.each(Object.entries(lists))('%s', (_, list) => {
  test.each(Object.keys(list.orders))(
    'by %s, from page to page, no row twice and none left out',
    async (field) => {
      const keyOf = list.orders[field] ?? (() => 0)
      const { nodes: all, totalCount } = await pageOf(list, 'page: { size: 100 }')
      expect(totalCount).toBeGreaterThan(3)
      const up = await walk(list, field, 'ASC')
      expect(idsOf(up).toSorted()).toEqual(idsOf(all).toSorted())
      const keys = up.map(keyOf)
      expect(keys).toEqual(keys.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0)))
      expect(idsOf(await walk(list, field, 'DESC'))).toEqual(idsOf(up).toReversed())
    },
  )

  test('without an order, or with null, it lies as by itself; without a direction it ascends', async () => {
    const [field = ''] = Object.keys(list.orders)
    const own = await pageOf(list, 'page: { size: 100 }')
    expect(await pageOf(list, 'orderBy: null, page: { size: 100 }')).toEqual(own)
    const { nodes } = await pageOf(list, `orderBy: { field: ${field} }, page: { size: 100 }`)
    expect(idsOf(nodes)).toEqual(idsOf(await walk(list, field, 'ASC')))
  })

  test('by what it cannot be sorted by is an error', async () => {
    for (const order of ['{ field: SECRET }', '{ field: "id" }', '{ direction: ASC }', '{ field: null }']) {
      const question = `{ ${list.ask(`${list.name}(orderBy: ${order}) { totalCount }`)} }`
      const { errors } = await graphql(app, admin, question)
      expect(errors?.[0]?.extensions.code, order).toBe('GRAPHQL_VALIDATION_FAILED')
    }
  })
})
