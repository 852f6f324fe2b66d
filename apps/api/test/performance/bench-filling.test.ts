import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { fillModules } from '../../load/src/bench/filling.js'
import { Dice } from '../../load/src/bench/dice.js'
import { fillUses, usesKinds } from '../../load/src/bench/module-uses.js'
import { makePlatform } from '../../load/src/bench/platform.js'
import { anonymousContext } from '../anonymous-context.js'
import { startTestApp } from '../app.js'
import { createModule, publish, registry } from '../modules/module-requests.js'

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const ctx = anonymousContext(app.clock)
const platform = await makePlatform(app.services, ctx, 8)
const client = new Client({ connectionString: app.databaseUrl })
await client.connect()
afterAll(() => client.end())
await fillModules(client, platform.organizations, 60)
await createModule(app, platform.callers.member, 'team-0000/published/aws', {
  'source-url': 'https://a.example',
})
for (const version of ['1.0.0', '1.1.0'])
  await publish(app, platform.callers.member, 'team-0000/published/aws', version)

const made = `(SELECT id FROM modules WHERE name <> 'published')`

/** The columns of a module's row in a table that are filled, by whether publishing or the bench wrote it. */
async function filledColumns(table: string, where: string): Promise<string[]> {
  const { rows } = await client.query<{ filled: string[] }>(
    `SELECT DISTINCT ARRAY(
      SELECT key FROM jsonb_each_text(to_jsonb(t)) WHERE value IS NOT NULL AND key NOT LIKE 'deprecation%' ORDER BY key
    ) AS filled FROM ${table} AS t WHERE ${where}`,
  )
  return rows.map(({ filled }) => filled.join(' '))
}

test.each([
  ['modules', 'id'],
  ['module_versions', 'module_id'],
  ['module_listings', 'module_id'],
  ['module_search_texts', 'module_id'],
])('the rows that a bench writes into %s hold what those of a published module hold', async (table, key) => {
  const published = await filledColumns(table, `${key} NOT IN ${made}`)
  expect(published).toHaveLength(1)
  expect(await filledColumns(table, `${key} IN ${made}`)).toEqual(published)
})

test('every version has its document, with the same keys at every depth, and its number is taken', async () => {
  const { rows } = await client.query<{
    mine: boolean
    parts: string
    requirements: string
    summary: string
  }>(
    `SELECT v.module_id IN ${made} AS mine, d.* FROM module_versions v LEFT JOIN module_version_documents d ON d.version_id = v.id`,
  )
  const shapes = (mine: boolean, of: 'parts' | 'requirements') => [
    ...new Set(rows.filter((row) => row.mine === mine).map((row) => Object.keys(JSON.parse(row[of])).join())),
  ]
  expect(rows.length).toBeGreaterThan(500)
  expect(shapes(true, 'parts')).toEqual(shapes(false, 'parts'))
  expect(shapes(true, 'requirements')).toEqual(shapes(false, 'requirements'))
  const { rows: untaken } = await client.query(
    `SELECT FROM module_versions v JOIN modules m ON m.id = v.module_id WHERE NOT EXISTS (
      SELECT FROM taken_module_versions t WHERE t.organization_id = m.organization_id
        AND t.module_key = m.name_key || '/' || m.provider AND t.sort_key = v.sort_key)`,
  )
  expect(untaken).toEqual([])
})

test('the listing of each module is the very one that a change of the module would write', async () => {
  const listings = async () =>
    (await client.query(`SELECT * FROM module_listings WHERE module_id IN ${made} ORDER BY module_id`)).rows
  const before = await listings()
  const { rows: modules } = await client.query<{ id: string; description: string }>(
    `SELECT id, description FROM modules WHERE id IN ${made}`,
  )
  const actor = await app.services.authentication.authenticate(ctx, platform.callers.administrator)
  for (const { id, description } of modules) {
    const enabled = await app.prisma.module.findUniqueOrThrow({
      where: { id },
      include: { organization: true },
    })
    if (enabled.organization.isDisabled) continue
    await app.services.modules.update({ ...ctx, actor }, id, { description })
  }
  expect(before.length).toBeGreaterThan(55)
  expect(await listings()).toEqual(before)
})

test('what is filled is there to be read', async () => {
  const { member } = platform.callers
  const [first] = (await registry(app, member, '/v1/modules/team-0000')).body.modules
  expect((await registry(app, member, `/v1/modules/${first.id}`)).body).toMatchObject({ id: first.id })
  expect((await registry(app, member, `/v1/modules/${first.id}/download`)).status).toBe(204)
  expect((await registry(app, member, `/v1/modules/search?q=${first.name}`)).body.modules).not.toEqual([])
})

test('the lists of who has to move hold what the bench writes of downloads', async () => {
  const [biggest] = platform.organizations
  if (biggest) await fillUses(client, biggest, 5_000)
  const kinds = await usesKinds(app.databaseUrl)
  for (const { name, path, status } of kinds) {
    const answer = await app.http
      .get(path(new Dice(1)).replace(/page\[number\]=\d+/, 'page[number]=1'))
      .set('Authorization', `Bearer ${platform.callers.member}`)
    expect(answer.status, answer.text).toBe(status)
    expect(answer.body.data.length, name).toBeGreaterThanOrEqual(20)
  }
})
