import { describe, expect, test } from 'vitest'
import { firstPage } from '../../src/kernel/page.js'
import { startTestApp } from '../app.js'
import { statementsOf, type Statement } from '../statements.js'
import { bigTables, makeBigData } from './big-data.js'
import { theFileHolds } from './performance-files.js'
import { plansOf, type Plan } from './plans.js'

const app = await startTestApp({ ANSWER_CACHE_LIMIT: '0' })
const ana = await app.make.administrator()
await makeBigData(app, ana)

interface Asked {
  readonly total: number
  readonly rows: Plan
  readonly count: Plan
  /** The statements of the authorization too. */
  readonly all: readonly Plan[]
}

/** Asks for twenty items of a list, and gives the plan of each statement. */
async function ask(path: string): Promise<Asked> {
  const call = () => app.http.get(`/api/v2${path}`).set('Authorization', `Bearer ${ana.token}`)
  const { answer, own } = await statementsOf(app, call)
  expect(answer.status, answer.text).toBe(200)
  const all = await plansOf(app, own)
  const planOf = (is: (statement: Statement) => boolean): Plan => all[own.findIndex(is)] ?? []
  const counts = ({ text }: Statement): boolean => /^\s*SELECT count\(\*\)/i.test(text)
  return {
    total: answer.body.meta.pagination['total-count'],
    rows: planOf((statement) => !counts(statement) && / LIMIT \$\d+ OFFSET /i.test(statement.text)),
    count: planOf(counts),
    all,
  }
}

const indexesOf = (plan: Plan): string[] => plan.map(({ index }) => index)

const wholeReads = (plan: Plan): string[] =>
  plan.flatMap(({ how, table }) => (how === 'Seq Scan' && bigTables.includes(table) ? [table] : []))

/** Lists with a search, and the indexes that find what is searched for. */
const searches = Object.entries({
  '/admin/engine-versions?search[version]=': ['engine_versions_version_idx'],
  '/admin/organizations?q=': ['organizations_name_email_idx'],
  '/admin/organizations?q[name]=': ['organizations_name_email_idx'],
  '/admin/organizations?q[email]=': ['organizations_name_email_idx'],
  '/organizations/big/registry-providers?q=': [
    'registry_providers_name_key_namespace_key_documented_names_idx',
  ],
  '/admin/users?q=': ['users_username_key_email_key_idx'],
  '/organizations/big/workspaces?search[name]=': ['workspaces_name_key_idx'],
  '/organizations/big/organization-memberships?q=': [
    'organization_memberships_email_key_idx',
    'users_username_key_email_key_idx',
  ],
  '/organizations/big/teams?q=': ['teams_name_key_idx'],
})

/** Search terms of each list: the first finds some twenty things or a few more, the last up to a fifth of all. */
const termsOf = (path: string): string[] =>
  path.includes('version') ? ['3.12', '-rc', '1.1'] : ['ber-bad', '1234', 'amb', 'er-']

describe('A search of three characters or more', () => {
  test.each(searches)('%s… reads no big table whole, nor does its count', async (path, indexes) => {
    for (const term of termsOf(path)) {
      const { total, count, all } = await ask(path + term)
      expect(total, term).toBeGreaterThan(0)
      expect(all.flatMap(wholeReads), term).toEqual([])
      expect(indexesOf(count), term).toEqual(expect.arrayContaining(indexes))
    }
  })

  test.each(searches)(
    '%s… finds the characters that stand for others in patterns by themselves',
    async (path) => {
      for (const term of ['o%25e', 'b_r', '%5C%5C%5C'])
        expect(await ask(path + term), term).toMatchObject({ total: 0 })
    },
  )
})

test.each([
  ['/admin/engine-versions', 'engine_versions_sort_key_id_idx'],
  ['/admin/organizations', 'organizations_name_idx'],
  [
    '/organizations/big/registry-providers',
    'registry_providers_organization_id_registry_name_namespace__idx',
  ],
  ['/admin/users', 'users_username_idx'],
  ['/organizations/big/workspaces', 'workspaces_organization_id_name_id_idx'],
  [
    '/organizations/big/organization-memberships',
    'organization_memberships_organization_id_created_at_id_idx',
  ],
  ['/admin/users?filter[admin]=true', 'users_username_admin_idx'],
  ['/admin/users?filter[suspended]=true', 'users_username_suspended_idx'],
])('%s is read in the order of an index', async (path, index) => {
  const { rows } = await ask(path)
  expect(rows).toContainEqual(
    expect.objectContaining({ how: expect.stringMatching(/^Index (Only )?Scan$/), index }),
  )
  expect(wholeReads(rows)).toEqual([])
})

test('and so are the disabled organizations, and those that share with all', async () => {
  const list = (filter: object) => () => app.services.adminOrganizations.list(ana.ctx, filter, firstPage)
  const disabled = await plansOf(app, (await statementsOf(app, list({ isDisabled: true }))).own)
  expect(disabled.map(indexesOf).flat()).toContain('organizations_name_disabled_idx')
  const producers = await plansOf(app, (await statementsOf(app, list({ isModuleProducer: true }))).own)
  expect(producers.map(indexesOf).flat()).toContain('organizations_name_sharing_idx')
})

test('the figures show the plans of the searches', async () => {
  const lines: string[] = []
  for (const [path, indexes] of searches) {
    const [term = ''] = termsOf(path)
    const { rows, count, total } = await ask(path + term)
    const tables = bigTables.filter((table) => indexes.some((index) => index.startsWith(`${table}_`)))
    const told = (plan: Plan): string[] => [
      ...new Set(plan.flatMap(({ how, index }) => (isOf(tables, index) ? [`${how} using ${index}`] : []))),
    ]
    lines.push(`${path}${term} finds ${total}`)
    lines.push(
      ...told(rows).map((line) => `  rows   ${line}`),
      ...told(count).map((line) => `  count  ${line}`),
    )
  }
  await theFileHolds('search-plans', lines)
})

const isOf = (tables: readonly string[], index: string): boolean =>
  tables.some((table) => index.startsWith(`${table}_`))
