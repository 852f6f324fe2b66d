import { beforeAll, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { dataOf, graphql } from '../rest.js'
import { statementsOf } from '../statements.js'

const app = await startTestApp({ LOG_LEVEL: 'silent', ANSWER_CACHE_LIMIT: '0' })
const admin = await app.make.administrator()
const owner = await app.make.user()
const acme = await app.make.organization(owner, 'acme')
const known = await app.make.engineVersion(admin, '1.9.2')
await app.make.engineVersion(admin, '1.8.0')

const dayBefore = (ago: number): string =>
  new Date(app.clock.now().getTime() - ago * 86_400_000).toISOString().slice(0, 10)

interface Runs {
  readonly days: readonly { day: string; requests: number }[]
}

beforeAll(async () => {
  const seen = (
    engine: 'engine' | 'fork',
    version: string,
    ago: number,
    requests: number,
    token = 'at-1',
  ) => ({
    ...{ engine, version, requests, refused: 0, credentialId: token, organizationId: acme.id },
    day: new Date(dayBefore(ago)),
  })
  await app.prisma.engineSighting.createMany({
    data: [
      seen('engine', '1.9.2', 0, 5),
      seen('engine', '1.9.2', 0, 2, 'at-2'),
      seen('engine', '1.9.2', 89, 400),
      seen('engine', '1.9.2', 90, 9000),
      seen('fork', '1.9.2', 1, 30),
      ...[1, 2, 3, 4, 5, 6].map((n) => seen('engine', `1.7.${n}`, 3, n)),
    ],
  })
})

const counted = ({ days }: Runs): unknown[] =>
  days.filter(({ requests }) => requests > 0).map(({ day, requests }) => [day, requests])

test('the most run versions are counted day by day over 90 days, and all others together', async () => {
  const question = '{ engineRuns { engine version days { day requests } } }'
  const runs = (await dataOf(app, admin, question))['engineRuns'] as unknown as (Runs & {
    engine: string | null
    version: string | null
  })[]
  expect(runs.map((each) => [each.engine, each.version, counted(each)])).toEqual([
    [
      'ENGINE',
      '1.9.2',
      [
        [dayBefore(89), 400],
        [dayBefore(0), 7],
      ],
    ],
    ['FORK', '1.9.2', [[dayBefore(1), 30]]],
    ['ENGINE', '1.7.6', [[dayBefore(3), 6]]],
    ['ENGINE', '1.7.5', [[dayBefore(3), 5]]],
    ['ENGINE', '1.7.4', [[dayBefore(3), 4]]],
    ['ENGINE', '1.7.3', [[dayBefore(3), 3]]],
    [null, null, [[dayBefore(3), 3]]],
  ])
  for (const { days } of runs)
    expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([90, dayBefore(89), dayBefore(0)])
})

test('a version tells its own days, without those of a fork with the same number', async () => {
  const question = `{ engineVersion(id: "${known.id}") { runs { day requests } week: runs(days: 7) { requests } } }`
  const { runs, week } = (await dataOf(app, admin, question))['engineVersion'] as unknown as {
    runs: Runs['days']
    week: readonly { requests: number }[]
  }
  expect(runs).toHaveLength(90)
  expect(counted({ days: runs })).toEqual([
    [dayBefore(89), 400],
    [dayBefore(0), 7],
  ])
  expect(week.map(({ requests }) => requests)).toEqual([0, 0, 0, 0, 0, 0, 7])
})

test('all versions of a list are counted in one statement', async () => {
  const question = '{ runEngineVersions { nodes { id runs { requests } } } }'
  const { answer, own } = await statementsOf(app, () => graphql(app, admin, question))
  const { nodes } = answer.data['runEngineVersions'] as unknown as {
    nodes: { id: string; runs: { requests: number }[] }[]
  }
  const sums = nodes.map(({ id, runs }) => [
    id,
    runs.length,
    runs.reduce((sum, day) => sum + day.requests, 0),
  ])
  expect(sums).toHaveLength(8)
  expect(sums).toContainEqual(['engine 1.9.2', 30, 7])
  expect(sums).toContainEqual(['fork 1.9.2', 30, 30])
  expect(own).toHaveLength(3)
})

test.each(['{ engineRuns { version } }', '{ engineLines { line } }'])(
  'only site administrators may ask %s',
  async (question) => {
    for (const [caller, code] of [
      [owner, 'NOT_FOUND'],
      [undefined, 'UNAUTHENTICATED'],
    ] as const)
      expect((await graphql(app, caller, question)).errors?.[0]?.extensions.code).toBe(code)
  },
)

test.each([0, 91])('%i days are refused', async (days) => {
  for (const question of [
    `{ engineRuns(days: ${days}) { version } }`,
    `{ engineVersion(id: "${known.id}") { runs(days: ${days}) { day } } }`,
    `{ runEngineVersions { nodes { runs(days: ${days}) { day } } } }`,
  ])
    expect((await graphql(app, admin, question)).errors?.[0]?.message).toBe('Days is invalid: from 1 to 90')
})

test('a line counts each version in one state, and the workspaces on all of them', async () => {
  const soon = '2027-01-31T00:00:00.000Z'
  await app.make.engineVersion(admin, '1.10.0')
  await app.make.engineVersion(admin, '1.10.1', { enabled: false })
  await app.make.engineVersion(admin, '1.9.0', { deprecated: true })
  await app.make.engineVersion(admin, '1.9.1', { endOfLife: { date: soon, reason: 'old' } })
  await app.make.workspace(admin, acme, '1.9.0')
  await app.make.workspace(admin, acme, '1.9.1')
  const question = '{ engineLines { line workspaces supported ending deprecated disabled lastEnd } }'
  const { answer, own } = await statementsOf(app, () => graphql(app, admin, question))
  const none = { workspaces: 0, supported: 0, ending: 0, deprecated: 0, disabled: 0, lastEnd: null }
  expect(answer.data['engineLines']).toEqual([
    { ...none, line: '1.10', supported: 1, disabled: 1 },
    { ...none, line: '1.9', workspaces: 2, supported: 1, ending: 1, deprecated: 1, lastEnd: soon },
    { ...none, line: '1.8', supported: 1 },
  ])
  expect(own).toHaveLength(1)
})
