import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { upgrade } from './upgrade.js'

const adding = '20261126195000_add_forms_of_states'

/** A state as release 0.1.0 stored it, by the engine's version, how many resources it counted and what it read. */
const states = {
  before: ['0.11.14', 0, '[]'],
  unnamed: [null, 0, '[]'],
  counted: ['0.11.14', 1, '[{"type": "x_y"}]'],
  data: ['0.12.31', 0, '[{"mode": "data"}]'],
  empty: ['1.11.4', 0, '[]'],
} as const

rule('§18 states', 'What a former release could not read does not count as empty after an upgrade')
test('an upgrade takes as unknown what a former release may have counted as empty', async () => {
  await upgrade(
    adding,
    async (client) => {
      await client.query(`INSERT INTO organizations (id, name, name_key, email, created_at, updated_at)
        VALUES ('org', 'acme', 'acme', 'a@x.test', now(), now())`)
      await client.query(`INSERT INTO engine_versions (id, version, sort_key, created_at, updated_at)
        VALUES ('tool', '1.11.4', 'k', now(), now())`)
      await client.query(`INSERT INTO workspaces
        (id, organization_id, name, name_key, engine_version_id, created_at, updated_at)
        VALUES ('ws', 'org', 'net', 'net', 'tool', now(), now())`)
      for (const [index, [id, [version, count, resources]]] of Object.entries(states).entries())
        await client.query(
          `INSERT INTO state_versions (id, workspace_id, status, position, serial, md5, lock_id, lineage, size,
            storage_key, finalized_at, engine_version,
            resource_count, contents, created_by_type, created_by_id, created_by_name, created_at)
            VALUES ($1, 'ws', 'finalized', $2::int, 1, 'ab', 'l', 'x', 1, 'k' || $2::int, now(), $3, $4, $5, 'user', 'u', 'ana', now())`,
          [id, index, version, count, `{"isCut": false, "resources": ${resources}}`],
        )
    },
    async (client) => {
      const { rows } = await client.query('SELECT id, form FROM state_versions ORDER BY position')
      expect(rows).toEqual([
        { id: 'before', form: 'unknown' },
        { id: 'unnamed', form: 'unknown' },
        { id: 'counted', form: 'counted' },
        { id: 'data', form: 'counted' },
        { id: 'empty', form: 'counted' },
      ])
    },
  )
})
