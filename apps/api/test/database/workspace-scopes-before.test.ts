import { expect, test } from 'vitest'
import { upgrade } from './upgrade.js'

test('an upgrade keeps the scopes of workspaces that are there by id, and leaves all others as they are', async () => {
  const scopes = [
    'read',
    'workspace:ACME/Net',
    'workspace:acme/net:read',
    'workspace:acme/gone',
    'publish:acme/net/aws',
  ]
  await upgrade(
    '20261126173000_keep_workspace_scopes_by_id',
    async (client) => {
      await client.query(`INSERT INTO users (id, username, username_key, email, email_key, created_at, updated_at)
        VALUES ('user-1', 'ana', 'ana', 'a@x.test', 'a@x.test', now(), now())`)
      await client.query(`INSERT INTO organizations (id, name, name_key, email, created_at, updated_at)
        VALUES ('org', 'Acme', 'acme', 'a@x.test', now(), now())`)
      await client.query(`INSERT INTO engine_versions (id, version, sort_key, created_at, updated_at)
        VALUES ('tool-1', '1.11.4', 'x', now(), now())`)
      await client.query(`INSERT INTO workspaces (id, organization_id, name, name_key, engine_version_id, created_at, updated_at)
        VALUES ('ws-1', 'org', 'net', 'net', 'tool-1', now(), now())`)
      for (const [id, own] of [
        ['at-1', scopes],
        ['at-2', ['registry']],
        ['at-3', []],
      ])
        await client.query(
          `INSERT INTO authentication_tokens (id, token_hash, user_id, scopes, created_at, expires_at)
          VALUES ($1, $1, 'user-1', $2, now(), now() + '1 day')`,
          [id, own],
        )
    },
    async (client) => {
      const { rows } = await client.query<{ scopes: string[] }>(
        'SELECT scopes FROM authentication_tokens ORDER BY id',
      )
      const [first, ...others] = rows.map((row) => row.scopes)
      expect(first).toEqual([
        'read',
        'workspace:ws-1',
        'workspace:ws-1:read',
        'workspace:acme/gone',
        'publish:acme/net/aws',
      ])
      expect(others).toEqual([['registry'], []])
    },
  )
})
