import { versionSortKey } from '@engine/shared'
import type { TestApp } from '../app.js'
import type { Person } from '../makers.js'

const engineVersions = 5_000
/** Number of organizations, of users, and of the big organization's providers, members, teams and workspaces. */
const others = 20_000

export const bigTables = [
  'engine_versions',
  'organizations',
  'users',
  'organization_memberships',
  'registry_providers',
  'registry_provider_versions',
  'workspaces',
  'teams',
  'team_members',
]

/** `amber-birch-00042`: a thousand pairs of words, each as often as any other, and a number that is there once. */
const nameOf = (n: string) => `
  (ARRAY['amber','azure','brave','brisk','civic','cobalt','coral','crisp','dusky','eager','early','fleet','frank','giant',
  'gilded','grand','hazel','ivory','jolly','keen','lucid','lunar','mellow','misty','nimble','noble','ochre','olive','pearl',
  'plain','polar','prime','quiet','rapid','royal','rustic','silver','solar','swift','vivid'])[1 + ${n} % 40] || '-' ||
  (ARRAY['badger','bison','condor','coyote','dolphin','eagle','falcon','ferret','gazelle','heron','ibex','jackal','kestrel',
  'lemur','magpie','marmot','newt','otter','panther','quail','raven','salmon','tapir','viper','walrus'])[1 + (${n} / 40) % 25]
  || '-' || lpad((${n})::text, 5, '0')`

/**
 * Fills a fresh database within seconds: engine versions, users, organizations with an owner each, and one more
 * organization, `big`, that has as many members, teams, workspaces and providers as there are organizations. Its owner
 * is the given person. A few of a hundred are disabled, suspended, shared and so on; statistics are up to date.
 */
export async function makeBigData(app: TestApp, owner: Person): Promise<void> {
  const big = await app.make.organization(owner, 'big')
  const run = (sql: string, ...values: unknown[]) => app.prisma.$executeRawUnsafe(sql, ...values)
  const rows = `generate_series(0, ${others - 1}) AS n`
  const versions = Array.from({ length: engineVersions }, (_, n) => versionOf(n))
  const restore = await putAside(app, 'gin')

  await run(
    `INSERT INTO engine_versions (id, version, sort_key, enabled, deprecated, created_at, updated_at)
     SELECT 'tool-' || version, version, sort_key, n % 9 > 0, n % 10 = 0, now(), now()
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS v (version, sort_key, n)`,
    versions,
    versions.map(versionSortKey),
  )
  await run(`INSERT INTO engine_version_archs (engine_version_id, position, os, arch, url, sha)
    SELECT id, 0, 'linux', 'amd64', 'https://releases.example/engine.zip', repeat('ab', 32) FROM engine_versions`)
  await run(`INSERT INTO users (id, username, username_key, email, email_key, is_site_admin, suspended_at, created_at, updated_at)
    SELECT 'user-' || n, name, name, name || '@example.com', name || '@example.com', n % 500 = 0,
      CASE WHEN n % 100 = 7 THEN now() END, now(), now()
    FROM (SELECT n, ${nameOf('n')} AS name FROM ${rows}) AS named`)
  await run(`INSERT INTO organizations
      (id, name, name_key, email, is_disabled, global_module_sharing, created_at, updated_at)
    SELECT 'org-' || n, name, name, 'mail-' || n || '@' || name || '.example', n % 100 = 9, n % 200 = 3, now(), now()
    FROM (SELECT n, ${nameOf('n')} AS name FROM ${rows}) AS named`)
  await run(`INSERT INTO teams (id, organization_id, name, name_key, created_at)
    SELECT 'team-' || n, 'org-' || n, 'owners', 'owners', now() FROM ${rows}`)
  await run(`INSERT INTO team_members (team_id, user_id) SELECT 'team-' || n, 'user-' || n FROM ${rows}`)
  await run(`INSERT INTO organization_memberships (id, organization_id, user_id, created_at)
    SELECT 'ou-own-' || n, 'org-' || n, 'user-' || n, now() FROM ${rows}`)
  await run(`INSERT INTO module_consumers (producer_id, consumer_id)
    SELECT 'org-' || n, 'org-' || n + 1 FROM ${rows} WHERE n % 100 = 1`)
  await run(`INSERT INTO provider_consumers (producer_id, consumer_id)
    SELECT 'org-' || n, 'org-' || n + 1 FROM ${rows} WHERE n % 100 = 1`)
  await run(
    `INSERT INTO organization_memberships (id, organization_id, user_id, email, email_key, status, created_at)
    SELECT 'ou-' || n, $1, CASE WHEN n % 10 > 0 THEN 'user-' || n END, CASE WHEN n % 10 = 0 THEN mail END,
      CASE WHEN n % 10 = 0 THEN mail END, CASE WHEN n % 10 > 0 THEN 'active'::membership_status ELSE 'invited' END,
      now() + n * interval '1 second'
    FROM (SELECT n, ${nameOf('n')} || '@mail.example' AS mail FROM ${rows}) AS named`,
    big.id,
  )
  await run(
    `INSERT INTO teams (id, organization_id, name, name_key, created_at)
    SELECT 'team-big-' || n, $1, name, name, now() FROM (SELECT n, ${nameOf('n')} AS name FROM ${rows}) AS named`,
    big.id,
  )
  await run(
    `INSERT INTO workspaces (id, organization_id, name, name_key, engine_version_id, created_at, updated_at)
    SELECT 'ws-' || n, $1, name, name, 'tool-' || ($2::text[])[1 + n % ${engineVersions}], now(), now()
    FROM (SELECT n, ${nameOf('n')} AS name FROM ${rows}) AS named`,
    big.id,
    versions,
  )
  await run(
    `INSERT INTO registry_providers
      (id, organization_id, registry_name, namespace, namespace_key, name, name_key, created_at, updated_at)
    SELECT 'prov-' || n, $1, CASE WHEN n % 2 = 0 THEN 'public'::registry_name ELSE 'private' END, space, space,
      name, name, now(), now()
    FROM (
      SELECT n, ${nameOf('n')} AS name, CASE WHEN n % 2 = 0 THEN ${nameOf('(n / 20)')} ELSE 'big' END AS space FROM ${rows}
    ) AS named`,
    big.id,
  )
  await run(
    `INSERT INTO registry_provider_versions
      (id, provider_id, version, sort_key, key_id, protocols, created_at, updated_at)
    SELECT 'provver-' || n, 'prov-' || n, '1.0.0', $1, 'key', ARRAY['5.0'], now(), now() FROM ${rows}`,
    versionSortKey('1.0.0'),
  )
  await restore()
  await run(`VACUUM ANALYZE ${bigTables.join(', ')}`)
}

/** An index of this kind is built in a fraction of the time that it takes to fill one row by row. */
async function putAside(app: TestApp, kind: string): Promise<() => Promise<void>> {
  const indexes = await app.prisma.$queryRaw<{ name: string; definition: string }[]>`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes
    WHERE schemaname = 'public' AND indexdef LIKE ${`%USING ${kind} %`}`
  for (const { name } of indexes) await app.prisma.$executeRawUnsafe(`DROP INDEX "${name}"`)
  return async () => {
    for (const { definition } of indexes) await app.prisma.$executeRawUnsafe(definition)
  }
}

/** Five thousand different numbers, each hundredth of them a pre-release. */
function versionOf(n: number): string {
  const number = `${Math.floor(n / 500)}.${Math.floor(n / 20) % 25}.${n % 20}`
  return n % 100 === 99 ? `${number}-rc${n % 7}` : number
}
