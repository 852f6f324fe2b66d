import { expect, test } from 'vitest'
import { upgrade } from './upgrade.js'

const verifying = '20261122212213_verify_addresses'

interface Old {
  readonly username: string
  readonly email: string
  readonly isAdmin?: boolean
  /** The creator of the user in the audit log, and the first address. */
  readonly made?: { readonly by: readonly [type: string, name: string]; readonly email: string }
}

const people: readonly Old[] = [
  { username: 'made', email: 'Made@x.test', made: { by: ['user', 'root'], email: 'made@x.test' } },
  { username: 'first', email: 'first@x.test', made: { by: ['system', 'set-up'], email: 'first@x.test' } },
  { username: 'invited', email: 'i@x.test', made: { by: ['system', 'invitation'], email: 'i@x.test' } },
  { username: 'changed', email: 'victim@x.test', made: { by: ['user', 'root'], email: 'own@x.test' } },
  { username: 'by-sso', email: 's@x.test', made: { by: ['system', 'single sign-on'], email: 's@x.test' } },
  { username: 'forgotten', email: 'f@x.test' },
  { username: 'admin', email: 'a@x.test', isAdmin: true },
]

test('an upgrade takes as verified what the audit log proves, and nothing else', async () => {
  await upgrade(
    verifying,
    async (client) => {
      for (const [index, { username, email, isAdmin = false, made }] of people.entries()) {
        const id = `user-${index}`
        await client.query(
          `INSERT INTO users (id, username, username_key, email, email_key, is_site_admin, created_at, updated_at)
         VALUES ($1, $2, $2, $3, lower($3), $4, now(), now())`,
          [id, username, email, isAdmin],
        )
        if (made)
          await client.query(
            `INSERT INTO audit_events
             (at, action, actor_type, actor_name, face, request_id, subject_type, subject_id, subject_name, after)
           VALUES (now(), 'user.create', $1, $2, 'rest', 'r', 'user', $3, $4, $5)`,
            [...made.by, id, username, JSON.stringify({ email: made.email })],
          )
      }
    },
    async (client) => {
      const { rows } = await client.query<{ username: string; proof: string | null }>(
        'SELECT username, email_proof AS proof FROM users ORDER BY id',
      )
      expect(Object.fromEntries(rows.map(({ username, proof }) => [username, proof]))).toEqual({
        made: 'administrator',
        first: 'administrator',
        invited: 'invitation',
        changed: null,
        'by-sso': null,
        forgotten: null,
        admin: 'administrator',
      })
    },
  )
})
