import { versionSortKey } from '@engine/shared'
import type { Client } from 'pg'
import { asOwner } from './database.js'
import type { LivingApi } from './living.js'

/** The organization whose lists are filled. */
export const filledOrganization = 'big'

/** A platform whose every list can be brought to more things, by the database itself: thousands in seconds. */
export interface Filled {
  /** Fills each list up to this number of things, on top of those that a platform starts with; never removes any. */
  to(count: number): Promise<void>
}

/** Makes the organization on a fresh platform; its lists begin with nothing but their owner. */
export async function filledBy(platform: LivingApi): Promise<Filled> {
  const { rest, administrator } = platform
  await rest.create('/organizations', 'organizations', { name: filledOrganization, email: 'big@example.com' })
  let there = 0
  return {
    async to(count) {
      if (count <= there) return
      await asOwner(platform, async (client) => {
        await client.query('BEGIN')
        await fill(client, there, count, administrator.username)
        await client.query('COMMIT; ANALYZE')
      })
      there = count
    },
  }
}

/** Every tenth is as long as it may be, without a place to break; these come first where names are sorted. */
const isLong = 'n % 10 = 1'
const name = `CASE WHEN ${isLong} THEN rpad('a-long-name-' || n || '-', 64, 'o') ELSE 'thing-' || n END`
const mail = `CASE WHEN ${isLong} THEN repeat('e', 50) || n || '@' || repeat('mail.', 20) || 'example.com'
  ELSE 'mail-' || n || '@example.com' END`
const about = `CASE WHEN ${isLong} THEN repeat('It has what the whole company needs. ', 5) || repeat('w', 60) END`
const id = (prefix: string) => `'${prefix}-' || lpad(n::text, 16, '0')`
const big = `(SELECT id FROM organizations WHERE name_key = '${filledOrganization}')`
// What is added later is older too.
const made = `(SELECT created_at FROM organizations WHERE name_key = '${filledOrganization}') - n * interval '1 minute'`

async function fill(client: Client, from: number, to: number, administrator: string): Promise<void> {
  const rows = `FROM generate_series(${from}, ${to - 1}) AS n`
  const insert = (table: string, values: Readonly<Record<string, string>>, source = rows) =>
    client.query(
      `INSERT INTO ${table} (${Object.keys(values).join(', ')}) SELECT ${Object.values(values).join(', ')} ${source}`,
    )
  const times = { created_at: made, updated_at: made }
  const named = { name, name_key: name }

  const numbers = Array.from({ length: to - from }, (_, index) => versionOf(from + index))
  await client.query(
    'CREATE TEMP TABLE numbers ON COMMIT DROP AS SELECT * FROM unnest($1::int[], $2::text[], $3::text[]) AS v (n, version, sort_key)',
    [numbers.map((_, index) => from + index), numbers, numbers.map(versionSortKey)],
  )
  const version = {
    id: id('tool'),
    version: 'version',
    sort_key: 'sort_key',
    beta: isLong,
    deprecated: isLong,
    official: isLong,
  }
  await insert('engine_versions', { ...version, ...times }, 'FROM numbers')
  const archive = {
    engine_version_id: id('tool'),
    position: '0',
    os: `'linux'`,
    arch: `'amd64'`,
    url: `'https://releases.example.com/engine.zip'`,
  }
  await insert('engine_version_archs', { ...archive, sha: `repeat('ab', 32)` })

  await insert('users', {
    id: id('user'),
    username: name,
    username_key: name,
    email: mail,
    email_key: mail,
    ...times,
  })
  await insert('organizations', { id: id('org'), ...named, email: mail, is_disabled: isLong, ...times })
  await insert('organization_memberships', {
    id: id('ou'),
    organization_id: big,
    user_id: `CASE WHEN n % 5 > 0 THEN ${id('user')} END`,
    email: `CASE WHEN n % 5 = 0 THEN ${mail} END`,
    email_key: `CASE WHEN n % 5 = 0 THEN ${mail} END`,
    status: `CASE WHEN n % 5 = 0 THEN 'invited' ELSE 'active' END::membership_status`,
    created_at: `now() + n * interval '1 second'`,
  })
  await insert('teams', {
    id: id('team'),
    organization_id: big,
    ...named,
    manage_modules: isLong,
    manage_workspaces: isLong,
    ...times,
  })
  await insert('team_members', { team_id: id('team'), user_id: id('user') })
  await insert('workspaces', {
    id: id('ws'),
    organization_id: big,
    ...named,
    description: about,
    engine_version_id: id('tool'),
    ...times,
  })
  const address = {
    registry_name: `CASE WHEN n % 2 = 0 THEN 'public' ELSE 'private' END::registry_name`,
    namespace: name,
    namespace_key: name,
  }
  await insert('registry_providers', { id: id('prov'), organization_id: big, ...address, ...named, ...times })
  await insert('modules', {
    id: id('mod'),
    organization_id: big,
    ...named,
    provider: `'aws'`,
    description: `coalesce(${about}, '')`,
    verified: isLong,
    ...times,
  })
  await insert(
    'module_versions',
    {
      id: id('modver'),
      module_id: id('mod'),
      version: 'version',
      sort_key: 'sort_key',
      status: `'ok'`,
      created_at: made,
      published_at: made,
      storage_key: `'missing'`,
      sha256: `repeat('ab', 32)`,
      size: '1',
    },
    'FROM numbers',
  )
  await insert('authentication_tokens', {
    id: id('at'),
    token_hash: `'unknown ' || n`,
    user_id: `(SELECT id FROM users WHERE username = '${administrator}')`,
    description: `coalesce(${about}, ${name})`,
    created_at: made,
    expires_at: `now() + interval '1 year'`,
  })
}

/** Every tenth with a pre-release as long as it may be. */
const versionOf = (n: number): string =>
  `${1 + Math.floor(n / 400)}.${Math.floor(n / 20) % 20}.${n % 20}${n % 10 === 1 ? `-${'x'.repeat(115)}` : ''}`
