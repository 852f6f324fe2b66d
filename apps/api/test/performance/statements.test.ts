import { expect, test } from 'vitest'
import { minutes } from '../../src/kernel/clock.js'
import { signingKeyRoutes } from '../../src/rest/registry-providers/gpg-keys.routes.js'
import type { FaceServices } from '../../src/http/face-services.js'
import { routes } from '../../src/rest/routes.js'
import { startTestApp } from '../app.js'
import { statementsOf, type Statement } from '../statements.js'
import { makeLists } from './lists.js'
import { theFileHolds } from './performance-files.js'

const app = await startTestApp({ ANSWER_CACHE_LIMIT: '0' })
const ana = await app.make.administrator()
const lists = await makeLists(app, ana)

const table = { ...routes({} as FaceServices), ...signingKeyRoutes({} as never) }
const paged = Object.entries(table).flatMap(([route, { operations }]) =>
  operations.GET?.isPaged ? [{ route, includes: operations.GET.includes ?? [] }] : [],
)

/** Requests this number of things from a list, and returns the statements. */
async function ask(route: string, size: number, ...query: string[]): Promise<readonly Statement[]> {
  const list = lists[route]
  if (!list) throw new Error(`test/performance/lists.ts does not say where the list ${route} is`)
  const [path = '', ...rest] = list.path.split('?')
  const search = [...rest, ...query, `page[size]=${size}`].join('&')
  const { answer, own } = await statementsOf(app, () =>
    app.http.get(`${path}?${search}`).set('Authorization', `Bearer ${list.token ?? ana.token}`),
  )
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body.data, answer.text).toHaveLength(Math.min(size, list.most ?? size))
  return own
}

const isOfList = ({ text }: Statement): boolean => /\bOFFSET\b|\bcount\(\*\)/i.test(text)
const textsOf = (statements: readonly Statement[]): string[] =>
  statements.map(({ text }) => text.replace(/IN \(\$[^)]*\)/g, 'IN (…)').replace(/\$\d+/g, '$')).sort()

test.each(paged)(
  '$route takes the same statements for one thing and for twenty',
  async ({ route, includes }) => {
    const search = lists[route]?.search
    const queries = [
      [],
      ...(includes.length > 0 ? [[`include=${includes}`]] : []),
      ...(search ? [[search]] : []),
    ]
    for (const query of queries)
      expect(textsOf(await ask(route, 20, ...query)), query[0]).toEqual(
        textsOf(await ask(route, 1, ...query)),
      )
  },
)

test('a search takes two: the rows and their count, and the figures tell what comes on top', async () => {
  const lines = [['list', 'rows and count', 'authorisation', 'include']]
  for (const { route, includes } of paged) {
    const search = lists[route]?.search
    const plain = await ask(route, 20)
    const own = plain.filter(isOfList).length
    if (search) expect((await ask(route, 20, search)).filter(isOfList), route).toHaveLength(2)
    const more = includes.length > 0 ? (await ask(route, 20, `include=${includes}`)).length - plain.length : 0
    const told = includes.length > 0 ? `${more} for ${includes.join(', ')}` : ''
    lines.push([route, `${own}${search ? ', searching too' : ''}`, `${plain.length - own}`, told])
  }
  await theFileHolds('list-statements', lines)
})

test('authentication takes one statement, and once a minute another records the use of a token', async () => {
  const authenticating = async () => {
    const call = () => app.http.get('/api/v2/account/details').set('Authorization', `Bearer ${ana.token}`)
    const { all, own } = await statementsOf(app, call)
    return all.length - own.length
  }
  app.clock.move(minutes(1))
  expect([await authenticating(), await authenticating()]).toEqual([2, 1])
})
