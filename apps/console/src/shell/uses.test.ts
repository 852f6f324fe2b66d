import { expect, test } from 'vitest'
import { withUse } from './uses'

test('each use of an address counts, and the oldest fall out', () => {
  const uses = ['/a', '/b', '/a', '/c', '/a'].reduce<ReturnType<typeof withUse>>(withUse, [])
  expect(uses).toEqual([
    { path: '/a', times: 3 },
    { path: '/c', times: 1 },
    { path: '/b', times: 1 },
  ])
  const many = Array.from({ length: 250 }, (_, index) => `/${index}`).reduce(withUse, uses)
  expect(many).toHaveLength(200)
  expect(many.some(({ path }) => path === '/a')).toBe(false)
})
