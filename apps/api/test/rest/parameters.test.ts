import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { bearerAt, everyCaller } from '../policy/callers.js'
import { thingAt } from '../policy/things.js'
import { document, resolved, type Parameter } from '../reference/reference.js'
import { makePublicProvider } from '../public-providers.js'
import { as } from '../rest.js'

interface List {
  readonly route: string
  /** Filters of the list, by their names in its query. */
  readonly filters: readonly string[]
}

/** Every list of `/api/v2`, with all that its page of the reference says of its query. */
const lists: readonly List[] = Object.entries(document.paths).flatMap(([route, { get }]) => {
  const given = (get?.parameters ?? []).map((parameter) => resolved<Parameter>(parameter, []).value)
  const names = given
    .filter(({ in: place, required }) => place === 'query' && !required)
    .map(({ name }) => name)
  if (!names.includes('page[number]')) return []
  return [{ route, filters: names.filter((name) => /^(q$|q\[|filter\[|search\[)/.test(name)) }]
})

const app = await startTestApp()
const callers = await everyCaller(app)
// Of everything else the callers have some.
await thingAt(app, callers, '/api/v2/admin/engine-versions/:id', 'GET')
await makePublicProvider(app)
const workspace = (await thingAt(app, callers, '/api/v2/workspaces/:id', 'GET')).replace('/api/v2', '')
const body = { data: [{ type: 'tag-bindings', attributes: { key: 'env' } }] }
await as(app, callers.owner).patch(`${workspace}/tag-bindings`, { body })

/** Requests a list as a caller with access, with the parameters that its path always needs. */
async function requester({ route }: List) {
  const path = await thingAt(app, callers, route.replace(/\{(\w+)\}/g, ':$1'), 'GET')
  const bearer = bearerAt(callers, route)
  const address = `${path}${path.includes('?') ? '&' : '?'}`.replace(/^\/api\/v2/, '')
  return (query: string) => as(app, bearer).get(`${address}${query}`)
}

const idsIn = (body: { data: { id: string }[] }): string[] => body.data.map(({ id }) => id)

test('the reference has lists with filters, and lists without', () => {
  expect(lists.length).toBeGreaterThan(15)
  expect(lists.flatMap(({ filters }) => filters).length).toBeGreaterThan(20)
})

/** Lists that clients read and nothing ever is in (contract §19). */
const nothingIsIn = /\/(runs|team-projects|team-workspaces)$/

rule('§11 parameters', 'An empty filter or search value is no filter, everywhere alike')
test.each(lists.filter(({ filters }) => filters.length > 0))(
  'an empty filter or search of $route is none',
  async (list) => {
    const ask = await requester(list)
    const whole = await ask('page[size]=100')
    expect([whole.status, whole.body.data.length > 0]).toEqual([200, !nothingIsIn.test(list.route)])
    for (const filter of list.filters) {
      const answer = await ask(`page[size]=100&${encodeURIComponent(filter)}=`)
      expect([answer.status, idsIn(answer.body)], filter).toEqual([200, idsIn(whole.body)])
    }
  },
)

rule('§11 parameters', 'An unknown `filter[`, `search[`, `q[` or `page[` is 400, with or without a value')
rule('§11 parameters', 'Any other unknown parameter is ignored')
test.each(lists)(
  'what $route does not know and would narrow it is 400, all else is ignored',
  async (list) => {
    const ask = await requester(list)
    for (const name of ['filter[nothing]', 'search[nothing]', 'q[nothing]', 'page[nothing]'])
      for (const value of ['', 'x']) {
        const { status, body } = await ask(`${encodeURIComponent(name)}=${value}`)
        expect([status, body.errors]).toEqual([
          400,
          [
            {
              status: '400',
              title: 'invalid parameter',
              detail: `${name} is not a parameter of this list`,
              source: { parameter: name },
            },
          ],
        ])
      }
    for (const query of ['nothing=x', 'filter=x', 'search=', 'sorting[x]=1'])
      expect((await ask(query)).status, query).toBe(200)
  },
)
