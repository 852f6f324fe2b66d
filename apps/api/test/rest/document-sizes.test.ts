import { rule } from '@engine/shared/rule'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FaceServices } from '../../src/http/face-services.js'
import { routes } from '../../src/rest/routes.js'
import { startTestApp, type TestApp } from '../app.js'
import { isFull } from '../full-run.js'
import { everyCaller, type Callers } from '../policy/callers.js'
import { thingAt } from '../policy/things.js'
import { as, documentOf, faultsOf } from '../rest.js'
import { statementsOf } from '../statements.js'

let app: TestApp
let callers: Callers

const table = Object.entries(routes({} as FaceServices))

const writes = table.flatMap(([route, { operations }]) =>
  (['POST', 'PATCH', 'DELETE'] as const).flatMap((method) => {
    const operation = operations[method]
    return operation ? [{ name: `${method} ${route}`, route, method, operation }] : []
  }),
)
type Write = (typeof writes)[number]

const ofReferences = writes.filter(({ operation }) => operation.linkage)

/**
 * Tells whether a smaller limit comes first: tags, workspaces of a tag and readers of a workspace are few, and more are
 * refused by their number.
 */
const isBoundBefore = ({ route }: Write): boolean =>
  /\/(tag-bindings|relationships\/(tags|remote[-_]state[-_]consumers)|tags|tags\/:id\/relationships\/workspaces)$/.test(
    route,
  )

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'silent' })
  callers = await everyCaller(app)
  await app.prisma.user.update({ where: { id: callers.owner.id }, data: { isSiteAdmin: true } })
})
afterAll(() => app.stop())

async function write({ route, method }: Write, body: unknown) {
  const path = await thingAt(app, callers, route, method)
  const verb = method.toLowerCase() as Lowercase<typeof method>
  return statementsOf(app, () => as(app, callers.owner)[verb](path, { body }))
}

/** Two endpoints in the short run, one whose number is bound before: all read their documents by the same code. */
const looked = isFull
  ? ofReferences
  : [true, false].flatMap((isBound) =>
      ofReferences.filter((each) => isBoundBefore(each) === isBound).slice(0, 1),
    )

const items = (count: number, item: string): string => `{"data":[${Array(count).fill(item).join()}]}`

describe('documents of references', () => {
  test('there are some', () => {
    expect(ofReferences.map(({ name }) => name)).toContain(
      'PATCH /admin/organizations/:name/relationships/module-consumers',
    )
  })

  rule(
    '§10 cost',
    'At most 10,000 items in a document of references; more is one 422 at `/data`, nothing else looked at',
  )
  test.each(looked.map((each) => [each.name, each] as const))(
    '%s takes 10,000 items; of one more nothing is looked at but their number',
    async (_name, target) => {
      const few = await write(target, items(1, '{}'))
      for (const [count, item] of [
        [10_001, '{"id":"x"}'],
        [500_000, '0'],
      ] as const) {
        const { answer, own } = await write(target, items(count, item))
        expect(answer.status).toBe(422)
        expect(answer.body.errors).toEqual([
          {
            status: '422',
            title: 'invalid attribute',
            detail: 'Data is too long (maximum is 10000 items)',
            source: { pointer: '/data' },
          },
        ])
        expect(own.length).toBeLessThanOrEqual(few.own.length - (isBoundBefore(target) ? 0 : 1))
      }
      const { answer } = await write(target, items(10_000, '0'))
      expect(answer.status).toBe(422)
      if (isBoundBefore(target)) return expect([1, 10_001]).toContain(answer.body.errors.length)
      const faults = faultsOf(answer)
      expect(faults).toHaveLength(20_000)
      expect([faults[0], faults.at(-1)]).toEqual([
        ['/data/0/type', "Type can't be blank"],
        ['/data/9999/id', "Id can't be blank"],
      ])
    },
  )

  test('the same holds for the references in a resource document, at their own pointer', async () => {
    const path = `/organizations/${callers.organization.name}/organization-memberships`
    const invite = (many: number) => {
      const relationships = { teams: { data: Array(many).fill(0) } }
      const data = { type: 'organization-memberships', attributes: { email: 'a@b.test' }, relationships }
      return as(app, callers.owner).post(path, { body: { data } })
    }
    expect(faultsOf(await invite(10_001))).toEqual([
      ['/data/relationships/teams/data', 'Data is too long (maximum is 10000 items)'],
    ])
    expect(faultsOf(await invite(10_000))).toHaveLength(20_000)
  })
})

test('a list of very many wrong items is one fault of its attribute', async () => {
  const scopes = Array(200_000).fill(0)
  const body = documentOf('authentication-tokens', { scopes })
  const answer = await as(app, callers.owner).post(`/users/${callers.owner.id}/authentication-tokens`, {
    body,
  })
  expect(faultsOf(answer)).toEqual([['/data/attributes/scopes', 'Scopes is invalid']])
})

const deep = {
  'unclosed brackets': '['.repeat(100_000),
  'brackets in brackets': `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  'objects in objects': `${'{"data":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
  'in an attribute': `{"data":{"type":"x","attributes":{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}}}`,
}

test.each(
  writes.filter(({ operation }) => operation.body ?? operation.linkage).map((each) => [each.name, each]),
)('%s refuses a body that nests very deep as one that is no JSON', async (_name, target) => {
  for (const body of Object.values(deep)) {
    const { answer } = await write(target as Write, body)
    expect([answer.status, answer.body]).toEqual([
      400,
      { errors: [{ status: '400', title: 'JSON body is invalid' }] },
    ])
  }
})

test('a text may hold as many brackets as it likes', async () => {
  const description = `"${'[{'.repeat(100)}\\"`
  const body = documentOf('authentication-tokens', { description })
  const answer = await as(app, callers.owner).post(`/users/${callers.owner.id}/authentication-tokens`, {
    body,
  })
  expect(answer.status).toBe(201)
})
