import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { bearerAt, everyCaller } from '../policy/callers.js'
import { thingAt } from '../policy/things.js'
import { document, resolved, type Parameter } from '../reference/reference.js'
import { as } from '../rest.js'
import { statementsOf } from '../statements.js'

/** Every parameter of `/api/v2` that takes a list of words, with its route. */
const listParameters = Object.entries(document.paths).flatMap(([route, { get }]) =>
  (get?.parameters ?? [])
    .map((parameter) => resolved<Parameter & { description?: string }>(parameter, []).value)
    .filter(({ name, description = '' }) => name !== 'include' && /commas?\b/.test(description))
    .map(({ name }) => ({ route, name })),
)

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const callers = await everyCaller(app)

const words = (count: number): string => Array.from({ length: count }, (_, n) => `w${n}`).join()

async function asking({ route, name }: (typeof listParameters)[number]) {
  const path = (await thingAt(app, callers, route.replace(/\{(\w+)\}/g, ':$1'), 'GET')).split('?')[0] ?? ''
  const bearer = bearerAt(callers, route)
  const address = path.replace(/^\/api\/v2/, '')
  return (text: string) =>
    statementsOf(app, () => as(app, bearer).get(`${address}?${encodeURIComponent(name)}=${text}`))
}

test('the reference names the parameters that take a list', () => {
  expect([...new Set(listParameters.map(({ name }) => name))].sort()).toEqual([
    'filter[email]',
    'filter[names]',
    'filter[namespace]',
    'search[exclude-tags]',
    'search[tags]',
  ])
})

rule(
  '§18 bounds',
  'A filter that takes a list takes at most 100 different words, and makes one condition of them',
)
test.each(listParameters)('$name of $route takes 100 different words; more are 400', async (parameter) => {
  const ask = await asking(parameter)
  // Another address than the later ones have, so that the response cache answers none of them.
  await ask(words(2))
  const one = await ask(words(1))
  const many = await ask(words(100))
  expect([one.answer.status, many.answer.status]).toEqual([200, 200])
  expect((await ask(`${words(100)},${words(100)},,%20`)).answer.status).toBe(200)
  expect(many.own.length).toBe(one.own.length)
  const conditions = (text: string): number => text.split(/ and | or /i).length
  expect(many.own.map(({ text }) => conditions(text))).toEqual(one.own.map(({ text }) => conditions(text)))

  const { answer, own } = await ask(words(101))
  expect([answer.status, answer.body]).toEqual([
    400,
    {
      errors: [
        {
          status: '400',
          title: 'invalid parameter',
          detail: `${parameter.name} names more than 100 different ones`,
          source: { parameter: parameter.name },
        },
      ],
    },
  ])
  // The one project is compared without a statement.
  if (parameter.route.endsWith('/projects')) return expect(own.length).toBe(one.own.length)
  expect(own.length).toBeLessThan(one.own.length)
})
