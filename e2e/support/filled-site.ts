import { versionSortKey } from '@engine/shared'
import type { Client } from 'pg'
import { asOwner } from './database.js'
import type { LivingApi } from './living.js'

/** Number of things on a site. */
export interface SiteSize {
  readonly organizations: number
  readonly users: number
  readonly workspaces: number
  readonly modules: number
}

/** The site of a team, and one as large as the console is made for. */
export const siteSizes = {
  small: { organizations: 30, users: 30, workspaces: 30, modules: 30 },
  full: { organizations: 201, users: 3_000, workspaces: 20_000, modules: 5_000 },
} as const satisfies Readonly<Record<string, SiteSize>>

/** The organization that has every fourth thing, of which no page has room for all. */
export const largestOrganization = 'site-0'

const versions = Array.from({ length: 30 }, (_, n) => `1.${Math.floor(n / 10)}.${n % 10}`)

/** Fills a fresh platform by the database itself: organizations, their people, workspaces and published modules. */
export async function fillSite(platform: LivingApi, size: SiteSize): Promise<void> {
  await asOwner(platform, async (client) => {
    await client.query('BEGIN')
    await client.query(
      `CREATE TEMP TABLE numbers ON COMMIT DROP AS
        SELECT * FROM unnest($1::int[], $2::text[], $3::text[]) AS v (n, version, sort_key)`,
      [versions.map((_, n) => n), versions, versions.map(versionSortKey)],
    )
    await fill(client, size)
    await client.query('COMMIT')
    await client.query('VACUUM ANALYZE')
  })
}

const id = (prefix: string, n = 'n') => `'${prefix}-' || lpad((${n})::text, 16, '0')`
const made = `now() - (n % 900) * interval '1 day'`
const times = { created_at: made, updated_at: made }

async function fill(client: Client, size: SiteSize): Promise<void> {
  const { organizations } = size
  /** Every fourth belongs to the first; the others are dealt out. */
  const owner = `CASE WHEN n % 4 = 0 THEN 0 ELSE n % ${organizations} END`
  const insert = (table: string, values: Readonly<Record<string, string>>, from: string) =>
    client.query(
      `INSERT INTO ${table} (${Object.keys(values).join(', ')}) SELECT ${Object.values(values).join(', ')} FROM ${from}`,
    )
  const many = (count: number) => `generate_series(0, ${count - 1}) AS n`
  const named = (name: string) => ({ name, name_key: name })

  const engine = { id: id('tool'), version: 'version', sort_key: 'sort_key', deprecated: 'n < 10' }
  await insert('engine_versions', { ...engine, ...times }, 'numbers')
  await insert(
    'organizations',
    { id: id('org'), ...named(`'site-' || n`), email: `'site-' || n || '@example.com'`, ...times },
    many(organizations),
  )
  const person = { username: `'person-' || n`, username_key: `'person-' || n` }
  const mail = { email: `'person-' || n || '@example.com'`, email_key: `'person-' || n || '@example.com'` }
  await insert('users', { id: id('user'), ...person, ...mail, ...times }, many(size.users))
  await insert(
    'organization_memberships',
    {
      ...{ id: id('ou'), organization_id: id('org', owner), user_id: id('user') },
      ...{ status: `'active'`, created_at: made },
    },
    many(size.users),
  )
  await insert(
    'workspaces',
    {
      ...{ id: id('ws'), organization_id: id('org', owner), ...named(`'work-' || n`) },
      engine_version_id: id('tool', `n % ${versions.length}`),
      ...times,
    },
    many(size.workspaces),
  )
  const facts = { name: `'module-' || n`, provider: `'aws'`, verified: 'n % 50 = 0' }
  await insert(
    'modules',
    { id: id('mod'), organization_id: id('org', owner), ...facts, name_key: `'module-' || n`, ...times },
    many(size.modules),
  )
  await insert(
    'module_versions',
    {
      ...{
        id: id('modver'),
        module_id: id('mod'),
        version: `'1.0.0'`,
        sort_key: `$$${versionSortKey('1.0.0')}$$`,
      },
      ...{ status: `'ok'`, created_at: made, published_at: made },
      ...{ storage_key: `'missing'`, sha256: `repeat('ab', 32)`, size: '1000' },
    },
    many(size.modules),
  )
  await insert(
    'module_listings',
    {
      ...{
        module_id: id('mod'),
        organization_id: id('org', owner),
        namespace: `'site-' || (${owner})`,
        ...facts,
      },
      ...{ version_id: id('modver'), version: `'1.0.0'`, description: `'Makes what is needed'` },
      ...{ publisher: `'ana'`, source_url: `''`, published_at: made, downloads: 'n % 977' },
      words: `to_tsvector('simple', 'module-' || n || ' aws makes what is needed')`,
    },
    many(size.modules),
  )
}
