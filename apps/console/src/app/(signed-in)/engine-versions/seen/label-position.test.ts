import { expect, test } from 'vitest'
import { labelPosition } from './label-position'

const level = (y: number) => Array.from({ length: 30 }, () => y)

test('a name stands in the middle of an area that has room for it', () => {
  expect(labelPosition({ tops: level(100), bottoms: level(140) }, 10, 'Engine 1.11.4')).toBe(120)
})

test('an area that is too thin has no name', () => {
  expect(labelPosition({ tops: level(100), bottoms: level(112) }, 10, 'Engine 1.11.4')).toBeUndefined()
})

test('an area that has room on its last day alone has no name, which would lie over its neighbours', () => {
  const tops = [...level(100), 80]
  expect(labelPosition({ tops, bottoms: level(110).concat(110) }, 10, 'Engine 1.11.4')).toBeUndefined()
})

test('a name keeps to the part that is inside all along its length', () => {
  const [tops, bottoms] = [
    [...level(100), 90],
    [...level(150), 140],
  ]
  expect(labelPosition({ tops, bottoms }, 10, 'Engine 1.11.4')).toBe(120)
})

test('what lies before a name does not matter', () => {
  const tops = level(100)
  tops[0] = 139
  expect(labelPosition({ tops, bottoms: level(140) }, 10, 'Engine 1.11.4')).toBe(120)
})
