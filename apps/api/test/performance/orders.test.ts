import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { graphql } from '../rest.js'
import { statementsOf } from '../statements.js'
import { makeBigData } from './big-data.js'
import { theFileHolds } from './performance-files.js'
import { plansOf } from './plans.js'

const app = await startTestApp({ ANSWER_CACHE_LIMIT: '0' })
const ana = await app.make.administrator()
await makeBigData(app, ana)

const ofBig = (list: string): string => `organization(name: "big") { ${list} }`
const plain = (list: string): string => list

/** Each list with its orders, and of each the index that it is read by; none where all that match are sorted. */
const lists: readonly [string, (list: string) => string, Readonly<Record<string, string | undefined>>][] = [
  [
    'engineVersions',
    plain,
    {
      VERSION: 'engine_versions_sort_key_id_idx',
      USAGE: undefined,
      CREATED_AT: 'engine_versions_created_at_id_idx',
    },
  ],
  [
    'siteOrganizations',
    plain,
    {
      NAME: 'organizations_name_key_key',
      WORKSPACES: undefined,
      OUTDATED_WORKSPACES: undefined,
      MODULES: undefined,
      MEMBERS: undefined,
      STORED_BYTES: undefined,
      LAST_ACTIVITY: undefined,
      CREATED_AT: 'organizations_created_at_id_idx',
    },
  ],
  [
    'users',
    plain,
    {
      USERNAME: 'users_username_key_key',
      EMAIL: 'users_email_key_key',
      CREATED_AT: 'users_created_at_id_idx',
    },
  ],
  [
    'memberships',
    ofBig,
    {
      NAME: undefined,
      STATUS: undefined,
      CREATED_AT: 'organization_memberships_organization_id_created_at_id_idx',
    },
  ],
  ['teams', ofBig, { NAME: 'teams_organization_id_name_key_key', MEMBERS: undefined }],
  [
    'workspaces',
    ofBig,
    {
      NAME: 'workspaces_organization_id_name_key_key',
      ENGINE_VERSION: undefined,
      CREATED_AT: 'workspaces_organization_id_created_at_id_idx',
    },
  ],
  [
    'registryProviders',
    ofBig,
    {
      NAME: 'registry_providers_organization_id_namespace_key_name_key_i_idx',
      REGISTRY: 'registry_providers_organization_id_registry_name_namespace__idx',
      CREATED_AT: 'registry_providers_organization_id_created_at_id_idx',
    },
  ],
]

const orders = lists.flatMap(([list, ask, indexes]) =>
  Object.entries(indexes).map(([field, index]) => ({ list, ask, field, index })),
)

/** The names of the indexes with which the database finds a page in this order. */
async function indexesOf(question: string): Promise<string[]> {
  const { answer, own } = await statementsOf(app, () => graphql(app, ana, `{ ${question} }`))
  expect(answer.errors).toBeUndefined()
  const plans = await plansOf(
    app,
    own.filter(({ text }) => /ORDER BY/i.test(text)),
  )
  return plans.flat().map(({ index }) => index)
}

test.each(orders.filter(({ index }) => index))(
  '$list by $field is read along an index, either way',
  async (order) => {
    for (const direction of ['ASC', 'DESC']) {
      const list = `${order.list}(orderBy: { field: ${order.field}, direction: ${direction} }) { nodes { id } }`
      expect(await indexesOf(order.ask(list)), direction).toContain(order.index)
    }
  },
)

test.each(orders.filter(({ index }) => !index))(
  '$list by $field answers for twenty thousand, either way',
  async (order) => {
    for (const direction of ['ASC', 'DESC']) {
      const list = `${order.list}(orderBy: { field: ${order.field}, direction: ${direction} }) { nodes { id } }`
      expect((await indexesOf(order.ask(list))).length, direction).toBeGreaterThan(0)
    }
  },
)

test('the figures tell of each order what it is read by', async () => {
  await theFileHolds(
    'list-orders',
    orders.map(
      ({ list, field, index }) =>
        `${list.padEnd(18)} ${field.padEnd(15)} ${index ?? 'all that match are sorted'}`,
    ),
  )
})
