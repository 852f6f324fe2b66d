import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { as, graphql } from '../rest.js'
import { statementsOf } from '../statements.js'
import { plansOf, type Plan } from './plans.js'

const events = 40_000

const app = await startTestApp({ LOG_LEVEL: 'silent', ANSWER_CACHE_LIMIT: '0' })
const admin = await app.make.administrator('root')
await app.make.organization(admin, 'acme')
await app.prisma.$executeRaw`
    INSERT INTO audit_events (at, action, actor_type, actor_id, actor_name, credential_id, face, request_id, address,
      organization_id, subject_type, subject_id, subject_name, reason)
    SELECT '2026-01-01Z'::timestamptz + n * interval '1 minute',
      CASE WHEN n % 400 = 0 THEN 'user.suspend' ELSE (ARRAY['team', 'workspace', 'module-version', 'session'])[n % 4 + 1]
        || '.' || (ARRAY['create', 'update', 'delete'])[n % 3 + 1] END,
      'user', 'user-' || n % 500, 'person-' || n % 500, 'at-' || n % 900, 'rest', 'request-' || n, '192.0.2.' || n % 250,
      'org-' || n % 300, 'team', 'team-' || n % 7000, 'crew-' || n % 7000, CASE WHEN n % 50 = 0 THEN 'because of ticket ' || n END
    FROM generate_series(1, ${events}::int) AS n`
await app.prisma.$executeRaw`VACUUM (ANALYZE) audit_events`

async function plansFor(query: string): Promise<Plan> {
  const { answer, own } = await statementsOf(app, () => as(app, admin).get(`/admin/audit-events?${query}`))
  expect(answer.status, answer.text).toBe(200)
  expect(own).toHaveLength(2)
  return (await plansOf(app, own)).flat()
}

describe('a long audit log is never read whole', () => {
  test.each([
    'filter[organization]=org-7',
    'filter[organization]=acme',
    'filter[actor]=person-77',
    'filter[actor]=user-77',
    'filter[target]=crew-4711',
    'filter[target]=team-4711',
    'filter[request-id]=request-4711',
    'filter[from]=2026-01-20T00:00:00Z&filter[until]=2026-01-20T06:00:00Z',
    'q=ticket%204750',
    'q=at-444',
    'q=request-4711',
  ])('for %s', async (query) => {
    expect((await plansFor(query)).filter(({ how }) => how === 'Seq Scan')).not.toContainEqual(
      expect.objectContaining({ table: 'audit_events' }),
    )
  })

  const byTime = 'audit_events_at_id_idx'
  test.each([
    ['', byTime],
    ['sort=at', byTime],
    ['page[number]=400', byTime],
    ['filter[action]=team', byTime],
    ['filter[action]=team.create', byTime],
    ['filter[action]=user.suspend', 'audit_events_action_at_id_idx'],
    ['filter[organization]=org-7', 'audit_events_organization_id_at_id_idx'],
  ])('nor is more of it put in order than the page needs, for %j', async (query, index) => {
    expect(await plansFor(query)).toContainEqual({ how: 'Index Scan', table: 'audit_events', index })
  })
})

test('a count of events by days finds them by their time, or reads what the filter leaves', async () => {
  const edges = [5, 6, 7, 8].map((day) => new Date(Date.UTC(2026, 0, day)).toISOString())
  const planOf = async (filter: string) => {
    const question = `{ auditEventCounts(edges: ${JSON.stringify(edges)}, filter: { ${filter} }) }`
    const { answer, own } = await statementsOf(app, () => graphql(app, admin, question))
    expect((answer.data['auditEventCounts'] as unknown as number[])[2]).toBeGreaterThan(0)
    expect(own).toHaveLength(1)
    return (await plansOf(app, own)).flat()
  }
  const whole = expect.objectContaining({ how: 'Seq Scan', table: 'audit_events' })
  for (const filter of ['', 'organization: "org-7"']) expect(await planOf(filter)).not.toContainEqual(whole)
  // Whether it looks into the table too is the planner's choice.
  expect((await planOf('')).map(({ index }) => index)).toContain('audit_events_at_id_idx')
})
