import { rule } from '@engine/shared/rule'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../src/kernel/clock.js'
import { allowed, identityBody, startIssuer } from '../ci-identities/ci-issuer.js'
import { documentOf } from '../rest.js'
import type { ApiProcess } from './api-process.js'
import { RegistrySite, waiting } from './registry-process.js'

let site: RegistrySite
beforeAll(async () => {
  site = await RegistrySite.open(allowed)
})
afterAll(() => site.close())

rule('§15 exchange', 'A process that is killed in the middle of an exchange leaves nothing of it')
test('an exchange whose process is killed gives no token, and does not use that of the job up', async () => {
  const issuer = await startIssuer({ clock: systemClock })
  const api = await site.start()
  const identity = await identify(api, issuer.url)
  const token = await issuer.token({ aud: 'ours' })

  // The event of the audit log is the last to be written: all before it is done, and not yet committed.
  const holder = new Client(site.connection)
  await holder.connect()
  await holder.query('BEGIN; LOCK TABLE audit_events IN EXCLUSIVE MODE')
  const answer = exchange(api, token).catch(() => 'broken off')
  await expect.poll(() => waiting(holder)).toBe(1)
  await site.stop(api, 'SIGKILL')
  expect(await answer).toBe('broken off')
  await holder.query('ROLLBACK')

  const next = await site.start()
  const { rows } = await holder.query(
    'SELECT (SELECT count(*)::int FROM used_ci_tokens) AS used, count(*)::int AS given FROM authentication_tokens WHERE ci_identity_id IS NOT NULL',
  )
  await holder.end()
  expect(rows).toEqual([{ used: 0, given: 0 }])
  const shown = await site.get(next, `/api/v2/ci-identities/${identity}`)
  expect(await shown.json()).toMatchObject({ data: { attributes: { 'last-used-at': null } } })
  expect(await exchange(next, token)).toBe(201)
  expect(await exchange(next, token)).toBe(401)
})

/** Makes a CI identity for the jobs of an issuer; its id. */
async function identify(api: ApiProcess, url: string): Promise<string> {
  const make = async (path: string, body: object) =>
    ((await site.post(api, path, body)) as { data: { id: string } }).data.id
  const trusted = { name: 'CI', issuer: url, kind: 'github', audiences: ['ours'] }
  const rights = { 'organization-access': { 'manage-modules': true } }
  return make(
    '/organizations/acme/ci-identities',
    identityBody({
      issuer: await make('/admin/trusted-issuers', documentOf('trusted-issuers', trusted)),
      team: await make('/organizations/acme/teams', documentOf('teams', { name: 'ci', ...rights })),
      name: 'release',
      claims: { repository: 'acme/network' },
      scopes: ['publish:acme/network/aws'],
    }),
  )
}

async function exchange({ url }: ApiProcess, token: string): Promise<number> {
  const answer = await fetch(`${url}/api/v2/authentication-tokens/actions/exchange`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, organization: 'acme' }),
  })
  await answer.arrayBuffer()
  return answer.status
}
