import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { upgrade } from './upgrade.js'

const adding = '20261123195436_add_settings_of_clients'

const insert = (name: string): string =>
  `INSERT INTO teams (id, organization_id, name, name_key, created_at) VALUES ('${name}', 'org', '${name}', '${name}', now())`

rule(
  '§11 teams',
  '`allow-member-token-management` is false for teams that were there before it, true for new ones',
)
test('an upgrade leaves the tokens of the teams that are there to the owners alone', async () => {
  await upgrade(
    adding,
    async (client) => {
      await client.query(`INSERT INTO organizations (id, name, name_key, email, created_at, updated_at)
        VALUES ('org', 'acme', 'acme', 'a@x.test', now(), now())`)
      await client.query(insert('old'))
    },
    async (client) => {
      await client.query(insert('new'))
      const { rows } = await client.query<{ id: string; allowed: boolean }>(
        'SELECT id, allow_member_token_management AS allowed FROM teams ORDER BY id',
      )
      expect(rows).toEqual([
        { id: 'new', allowed: true },
        { id: 'old', allowed: false },
      ])
    },
  )
})
