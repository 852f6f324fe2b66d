import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { as } from '../rest.js'

const path = '/organizations/Acme/teams'

const app = await startTestApp()
const owner = await app.make.user()
const acme = await app.make.organization(owner, 'Acme')
for (let n = 10; n < 34; n++) await app.make.team(owner, acme, { name: `a-${n}` })

async function page(query = '') {
  const answer = await as(app, owner).get(`${path}${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const first = { 'current-page': 1, 'prev-page': null, 'next-page': 2, 'total-pages': 2, 'total-count': 25 }

rule('Spec paging', 'The first page when omitted, 20 items by default')
rule('§2 paging', 'A number absent or 0 is 1, a size absent or 0 is 20')
test.each([
  '',
  '?page[number]=0',
  '?page[size]=0',
  '?page%5Bnumber%5D=0&page%5Bsize%5D=0',
  '?page[number]=1',
])('without a page, or with 0, a list is its first 20 items (%j)', async (query) => {
  const { data, meta } = await page(query)
  expect(data).toHaveLength(20)
  expect(meta.pagination).toEqual({ ...first, 'page-size': 20 })
})

rule('Spec paging', 'Brackets may be percent-encoded')
rule('§2 paging', 'A size above 100 is 100')
test('more than 100 items a page are 100, and brackets may be percent-encoded or not', async () => {
  for (const query of ['?page[size]=101', '?page%5Bsize%5D=9007199254740991']) {
    const { data, meta } = await page(query)
    expect(data).toHaveLength(25)
    expect(meta.pagination).toMatchObject({ 'page-size': 100, 'total-pages': 1 })
  }
})

rule('§2 paging', 'Text, empty, a fraction, a negative number or one above 2^53 is 400')
test.each(['', 'x', '1.5', '-1', '9007199254740993', '99999999999999999999', '1e3', ' 1', '0x1', 'NaN', '١'])(
  'a page number or size that is text, empty, a fraction, negative or above 2^53 is 400 (%j)',
  async (value) => {
    const sent = encodeURIComponent(value)
    for (const name of ['page[number]', 'page[size]']) {
      const answer = await as(app, owner).get(`${path}?${encodeURIComponent(name)}=${sent}`)
      expect([answer.status, answer.body.data]).toEqual([400, undefined])
      expect(answer.body.errors).toEqual([
        {
          status: '400',
          title: 'invalid parameter',
          detail: expect.stringMatching(/^page\[(number|size)\] must be a whole number/),
          source: { parameter: name },
        },
      ])
    }
  },
)

rule('§2 paging', 'A page past the end is 200, empty, echoes its number; `prev-page` is the last real one')
test('a page past the end is 200 and empty, echoes its number and points back to the last real page', async () => {
  const { data, meta, links } = await page('?page[number]=9&page[size]=10')
  expect(data).toEqual([])
  expect(meta.pagination).toEqual({
    'current-page': 9,
    'page-size': 10,
    'prev-page': 3,
    'next-page': null,
    'total-pages': 3,
    'total-count': 25,
  })
  expect(links.prev).toContain('page%5Bnumber%5D=3')
  expect(links.next).toBeNull()
})

rule('§2 paging', 'Without items both totals are 0')
test('without items there are no pages: both totals are 0, and no page before or after', async () => {
  for (const query of ['?q=none', '?q=none&page[number]=4']) {
    const { data, meta, links } = await page(query)
    expect(data).toEqual([])
    expect(meta.pagination).toMatchObject({
      'prev-page': null,
      'next-page': null,
      'total-pages': 0,
      'total-count': 0,
    })
    expect([links.prev, links.next]).toEqual([null, null])
  }
})

rule('§2 paging', '`links` are absolute, brackets percent-encoded, every other parameter preserved')
test('links are absolute, their brackets percent-encoded, and every other parameter is preserved', async () => {
  const { links } = await page('?q=A-&page[number]=2&page[size]=10&other=%20x')
  const link = (number: number): string =>
    `http://registry.test/api/v2${path}?q=A-&page%5Bnumber%5D=${number}&page%5Bsize%5D=10&other=+x`
  expect(links).toEqual({ self: link(2), first: link(1), prev: link(1), next: link(3), last: link(3) })
})

rule('§2 paging', '`prev` and `next` are null at the ends')
test('prev is null on the first page and next on the last, and walking next gives every item once', async () => {
  const names: string[] = []
  const pages: unknown[] = []
  let next: string | null = `http://registry.test/api/v2${path}?page[size]=10`
  while (next !== null) {
    const { data, links, meta } = await page(new URL(next).search)
    names.push(...data.map((team: { attributes: { name: string } }) => team.attributes.name))
    const { 'prev-page': before, 'next-page': after } = meta.pagination
    pages.push([before, after, links.prev === null, links.next === null])
    next = links.next
  }
  expect(names).toEqual([...Array.from({ length: 24 }, (_, n) => `a-${n + 10}`), 'owners'])
  expect(pages).toEqual([
    [null, 2, true, false],
    [1, 3, false, false],
    [2, null, false, true],
  ])
})
