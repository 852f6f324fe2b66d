import type { Client } from 'pg'
import { connected } from '#api/adapters/database/connection.js'
import type { Owner } from './platform.js'
import type { Kind } from './requests.js'

/** Number of days with downloads, in a row up to today. */
const daysUsed = 28

/**
 * Writes this number of rows of downloads by two tokens of an organization, of versions of its own modules, and as many
 * of one of these modules, which tokens of all organizations download.
 */
export async function fillUses(client: Client, { id }: Owner, rows = 100_000): Promise<void> {
  const versions = `SELECT v.id, v.module_id, v.version FROM module_versions v JOIN modules m ON m.id = v.module_id
    WHERE m.organization_id = $1`
  const used = `${versions} ORDER BY md5(v.id) LIMIT ${Math.ceil(rows / daysUsed / 2)}`
  await write(client, used, `SELECT 'at-' || n, $1 FROM generate_series(1, 2) n`, id)
  const mostVersions = `SELECT module_id FROM (${versions}) v GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`
  const ofOne = `SELECT * FROM (${versions}) v WHERE module_id = (${mostVersions})`
  const consumers = `SELECT 'at-consumer-' || n, o.id FROM generate_series(1, ${Math.ceil(rows / daysUsed / 46)}) n
    JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place, count(*) OVER () AS count FROM organizations) o
      ON o.place = 1 + n % o.count`
  await write(client, ofOne, consumers, id)
  await client.query('ANALYZE module_downloads, module_uses')
}

async function write(client: Client, versions: string, tokens: string, id: string): Promise<void> {
  await client.query(
    `WITH downloads AS (
      INSERT INTO module_downloads (module_id, version, day, credential_id, organization_id, count, last_at)
      SELECT v.module_id, v.version, current_date - d, t.id, t.organization_id, 1 + d, current_date - d
      FROM (${versions}) v CROSS JOIN (${tokens}) t (id, organization_id)
      CROSS JOIN generate_series(0, ${daysUsed - 1}) d RETURNING *
    )
    INSERT INTO module_uses (module_id, version, credential_id, organization_id, last_at)
    SELECT module_id, version, credential_id, organization_id, max(last_at) FROM downloads GROUP BY 1, 2, 3, 4
    ON CONFLICT DO NOTHING`,
    [id],
  )
}

/** The lists of who has to move from which version, of which a page that was not compared before is another one. */
export async function usesKinds(databaseUrl: string): Promise<Kind[]> {
  const { rows } = await connected({ connectionString: databaseUrl }, (client) =>
    client.query<{ address: string }>(
      `SELECT o.name || '/' || m.name || '/' || m.provider AS address
      FROM modules m JOIN organizations o ON o.id = m.organization_id
      WHERE m.id = (SELECT module_id FROM module_uses GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)`,
    ),
  )
  const of = (name: string, path: Kind['path']): Kind => {
    return { name: `who has to move, ${name}`, by: 'member', within: 100, status: 200, path }
  }
  const organization = '/api/v2/organizations/team-0000'
  // A folder that is kept is good for two months.
  const upgrades = `${organization}/module-upgrades?days=90`
  const consumers = `${organization}/registry-modules/private/${rows[0]?.address}/consumers?days=90`
  return [
    of('upgrades', () => upgrades),
    of('upgrades, any page', (dice) => `${upgrades}&page[number]=${dice.between(1, 60)}`),
    of('upgrades, 100 at once', (dice) => `${upgrades}&page[size]=100&page[number]=${dice.between(1, 12)}`),
    of('upgrades, behind', (dice) => `${upgrades}&filter[status]=behind&page[number]=${dice.between(1, 40)}`),
    of('consumers', () => consumers),
    of('consumers, any page', (dice) => `${consumers}&page[number]=${dice.between(1, 50)}`),
  ]
}
