import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { days } from '../../src/kernel/clock.js'
import { RegistrySite } from './registry-process.js'

let site: RegistrySite
let client: Client

beforeAll(async () => {
  site = await RegistrySite.open({ AUDIT_RETENTION: '1 month' })
  client = new Client(site.connection)
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await site?.close()
})

const countOf = async (condition: string, ...values: unknown[]): Promise<number> => {
  const text = `SELECT count(*)::int AS count FROM audit_events WHERE ${condition}`
  return (await client.query<{ count: number }>(text, values)).rows[0]?.count ?? 0
}

test('two processes that start at once drop the old months of their log, and one of them says so', async () => {
  const old = new Date(Date.now() - days(70))
  await client.query(
    `INSERT INTO audit_events
      (at, action, actor_type, actor_name, face, request_id, subject_type, subject_id, subject_name)
    SELECT $1, 'team.update', 'system', 'a test', 'system', 'old', 'team', 'team-1', 'ops'
    FROM generate_series(1, 2500)`,
    [old],
  )
  const young = await countOf('at > $1', old)
  // The first start had nothing to drop; its lease ends only tomorrow.
  await client.query(`DELETE FROM job_leases WHERE task = 'audit-retention'`)
  await Promise.all([site.start(), site.start()])
  await expect.poll(() => countOf(`request_id = 'old'`)).toBe(0)
  expect(await countOf(`action = 'audit-log.drop' AND (after->>'events')::int = 2500`)).toBe(1)
  expect(await countOf(`action = 'audit-log.drop'`)).toBe(1)
  expect(await countOf('TRUE')).toBe(young + 1)
})
