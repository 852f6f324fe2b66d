import { versionSortKey } from '@engine/shared'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { modulePath } from '../modules/module-requests.js'
import { countDistances } from '../modules/usage.js'
import { as } from '../rest.js'
import { statementsOf } from '../statements.js'
import { plansOf } from './plans.js'

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const owner = await app.make.user()
const acme = await app.make.organization(owner, 'acme')

const partsOf = (outputs: readonly object[]): string => {
  const nothing = {
    path: '',
    name: '',
    readme: '',
    empty: false,
    inputs: [],
    dependencies: [],
    resources: [],
  }
  const root = { ...nothing, provider_dependencies: [], outputs }
  return JSON.stringify({ root, submodules: [], examples: [] })
}

/** Sixty modules of thirty versions, each downloaded by two tokens on 28 days: 100,800 rows; and one as often by 60 tokens. 3.0.0 breaks callers. */
async function downloads(): Promise<void> {
  const run = (sql: string, ...values: unknown[]) => app.prisma.$executeRawUnsafe(sql, ...values)
  const versions = Array.from({ length: 30 }, (_, n) => `${1 + Math.floor(n / 10)}.${n % 10}.0`)
  const today = app.clock.now().toISOString()
  await run(
    `INSERT INTO modules (id, organization_id, name, name_key, provider, created_at, updated_at)
     SELECT 'mod-' || n, $1, 'module-' || n, 'module-' || n, 'aws', now(), now() FROM generate_series(0, 60) AS n`,
    acme.id,
  )
  await run(
    `INSERT INTO module_versions
       (id, module_id, version, sort_key, status, storage_key, sha256, size, created_at, published_at)
     SELECT 'modver-' || n || '-' || version, 'mod-' || n, version, key, 'ok', 'key', repeat('ab', 32), 1, now(), now()
     FROM generate_series(0, 60) AS n, unnest($1::text[], $2::text[]) AS v (version, key)`,
    versions,
    versions.map(versionSortKey),
  )
  await run(
    `INSERT INTO module_version_documents (version_id, summary, parts, requirements)
     SELECT id, '', CASE WHEN version LIKE '3.%' THEN $1 ELSE $2 END, '{}' FROM module_versions`,
    partsOf([]),
    partsOf([{ name: 'id', description: '' }]),
  )
  const downloaded = (modules: string, tokens: number) =>
    run(
      `INSERT INTO module_downloads (module_id, version, day, credential_id, organization_id, count)
       SELECT 'mod-' || n, version, $2::date - d, 'at-' || t, $3, 1
       FROM ${modules} AS n, unnest($1::text[]) AS v (version), generate_series(0, 27) AS d,
         generate_series(1, ${tokens}) AS t`,
      versions,
      today,
      acme.id,
    )
  await downloaded('generate_series(1, 60)', 2)
  await downloaded('generate_series(0, 0)', 120)
  await run('ANALYZE')
}
await downloads()

test.each(['/organizations/acme/module-upgrades', `${modulePath('acme/module-0/aws')}/consumers`])(
  'of 100,000 downloads %s reads those of its page alone, and adds up no others',
  async (path) => {
    const ask = () => as(app, owner).get(path)
    await ask()
    const { answer, own } = await statementsOf(app, ask)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.meta.pagination['total-count']).toBeGreaterThan(20)
    const reading = own.filter(({ text }) => text.includes('module_uses'))
    expect(reading).toHaveLength(1)
    const [plan = []] = await plansOf(app, reading)
    const downloads = plan.filter(({ table }) => table === 'module_downloads')
    expect(downloads).toEqual([
      {
        how: expect.stringMatching(/^Index/),
        table: 'module_downloads',
        index: 'module_downloads_credential_id_module_id_version_day_idx',
      },
    ])
  },
)

test.each(['/organizations/acme/module-upgrades', `${modulePath('acme/module-0/aws')}/consumers`])(
  '%s takes as many statements for all rows of a page as for one, and reads no documents of modules',
  async (path) => {
    await countDistances(app)
    const statements = async (page: string) => {
      const other = await startTestApp({ LOG_LEVEL: 'silent' }, app)
      const { answer, own } = await statementsOf(other, () => as(other, owner).get(`${path}?${page}`))
      expect(answer.status, answer.text).toBe(200)
      const data: readonly { attributes: Record<string, unknown> }[] = answer.body.data
      await other.stop()
      return { rows: data.map(({ attributes }) => attributes), texts: own.map(({ text }) => text).toSorted() }
    }
    // 1.7.0, from which the newest breaks callers.
    const one = await statements('page[size]=1&page[number]=20')
    const all = await statements('page[size]=100')
    expect(one.rows).toMatchObject([{ version: '1.7.0', 'breaking-count': 1 }])
    expect(all.rows.length).toBeGreaterThanOrEqual(30)
    expect(all.rows).toContainEqual(one.rows[0])
    expect(all.texts).toEqual(one.texts)
    expect(all.texts.filter((text) => text.includes('module_version_documents'))).toEqual([])
  },
)
