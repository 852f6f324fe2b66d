import { expect, test } from 'vitest'
import { anonymousContext } from '../../test/anonymous-context.js'
import { TestClock } from '../../test/clock.js'
import { csvOfList } from './csv.js'

test('work ends with its client: a whole list is read no further than to the page that it was at', async () => {
  let pages = 0
  const ctx = { ...anonymousContext(new TestClock()), hasLeft: () => pages === 2 }
  const read = (number: number) => {
    pages = number
    return { items: [{ number }], totalCount: 10_000, page: { number, size: 1000 } }
  }
  const call = { ctx, page: { number: 1, size: 20 }, url: new URL('http://any/list') }
  await csvOfList(
    call,
    ['number'],
    async ({ number }) => read(number),
    (item) => item,
  )
  expect(pages).toBe(2)
})
