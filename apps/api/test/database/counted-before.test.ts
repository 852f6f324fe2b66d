import { expect, test } from 'vitest'
import { upgrade } from './upgrade.js'

test('an upgrade after which more breaks counts again what was counted, of the modules that are used', async () => {
  await upgrade(
    '20261129121500_count_module_distances_again',
    async (client) => {
      await client.query(`INSERT INTO organizations (id, name, name_key, email, created_at, updated_at)
        VALUES ('org', 'Acme', 'acme', 'a@x.test', now(), now())`)
      for (const name of ['used', 'other'])
        await client.query(
          `INSERT INTO modules (id, organization_id, name, name_key, provider, created_at, updated_at)
          VALUES ($1, 'org', $1, $1, 'aws', now(), now())`,
          [name],
        )
      for (const [id, key] of [
        ['1.0.0', 'a'],
        ['2.0.0', 'b'],
      ])
        await client.query(
          `INSERT INTO module_versions (id, module_id, version, sort_key, created_at)
          VALUES ($1, 'used', $1, $2, now())`,
          [id, key],
        )
      await client.query(`INSERT INTO used_module_versions (module_id, version) VALUES ('used', '1.0.0')`)
      await client.query(`INSERT INTO module_version_distances (from_id, to_id, breaking_count)
        VALUES ('1.0.0', '2.0.0', 0)`)
      await client.query('DELETE FROM module_distance_requests')
    },
    async (client) => {
      const rowsOf = async (table: string) => (await client.query(`SELECT * FROM ${table}`)).rows as unknown[]
      expect(await rowsOf('module_version_distances')).toEqual([])
      expect(await rowsOf('module_distance_requests')).toMatchObject([
        { module_id: 'used', organization_id: 'org', lease_until: null },
      ])
    },
  )
})

test('an upgrade finds CI identities in any letters that were made before, and those that the release before makes', async () => {
  await upgrade(
    '20261129122940_add_anchor_keys_of_ci_identities',
    async (client) => {
      await client.query(`INSERT INTO organizations (id, name, name_key, email, created_at, updated_at)
        VALUES ('org', 'Acme', 'acme', 'a@x.test', now(), now())`)
      await client.query(`INSERT INTO teams (id, organization_id, name, name_key, created_at, updated_at)
        VALUES ('team', 'org', 'ci', 'ci', now(), now())`)
      await client.query(`INSERT INTO trusted_issuers (id, name, issuer, kind, for_all, created_at, updated_at)
        VALUES ('issuer', 'CI', 'https://ci.example', 'github', true, now(), now())`)
      await client.query(identity('before', 'Acme/ÖNet'))
    },
    async (client) => {
      await client.query(identity('after', 'Other/Net'))
      const { rows } = await client.query('SELECT id, anchor_key FROM ci_identities ORDER BY id')
      expect(rows).toEqual([
        { id: 'after', anchor_key: 'repository=other/net' },
        { id: 'before', anchor_key: 'repository=acme/Önet' },
      ])
    },
  )
})

test('an upgrade sums the bytes of files that were stored before', async () => {
  const moments = 'now(), now()'
  await upgrade(
    '20261130011000_sum_stored_bytes',
    async (client) => {
      await client.query(`INSERT INTO organizations (id, name, name_key, email, created_at, updated_at)
        VALUES ('org', 'Acme', 'acme', 'a@x.test', ${moments})`)
      for (const name of ['used', 'empty'])
        await client.query(`INSERT INTO modules (id, organization_id, name, name_key, provider, created_at, updated_at)
          VALUES ('${name}', 'org', '${name}', '${name}', 'aws', ${moments})`)
      for (const [id, size] of [
        ['1.0.0', 700],
        ['2.0.0', 42],
      ])
        await client.query(`INSERT INTO module_versions (id, module_id, version, sort_key, size, created_at)
          VALUES ('${id}', 'used', '${id}', '${id}', ${size}, now())`)
    },
    async (client) => {
      const { rows } = await client.query('SELECT id, stored_bytes FROM modules ORDER BY id')
      expect(rows).toEqual([
        { id: 'empty', stored_bytes: 0 },
        { id: 'used', stored_bytes: 742 },
      ])
    },
  )
})

const identity = (id: string, repository: string): string => `
  INSERT INTO ci_identities
    (id, organization_id, trusted_issuer_id, team_id, name, name_key, claims, anchor, scopes, lifetime, created_at, updated_at)
  VALUES ('${id}', 'org', 'issuer', 'team', '${id}', '${id}', '{"repository": "${repository}"}',
    'repository=${repository}', '{read}', '15m', now(), now())`
