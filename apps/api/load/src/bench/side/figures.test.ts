import { expect, test } from 'vitest'
import { targets, type Figures, type Target } from './figures.js'

test.each<[Target, Figures, Figures]>([
  [targets.ofHttp(0.5), { rate: 500, http: 1000 }, { rate: 499, http: 1000 }],
  [targets.ofExpress(0.5), { rate: 50, express: 100 }, { rate: 49, express: 100 }],
  [targets.asFastAs('another'), { rate: 100, rival: 100 }, { rate: 99, rival: 100 }],
  [targets.rate(20), { rate: 20 }, { rate: 19.9 }],
  [targets.median(100), { median: 99.9, slowest: 500 }, { median: 100 }],
  [targets.slowest(10), { median: 1, slowest: 9.9 }, { median: 1, slowest: 10 }],
  [targets.memory(200), { memory: 199_000_000 }, { memory: 200_000_000 }],
])('$text is met up to its bound and not beyond', (target, met, missed) => {
  expect(target.isMet(met)).toBe(true)
  expect(target.isMet(missed)).toBe(false)
})

test('a target is missed where what it asks for was not measured', () => {
  const all = [
    ...[targets.ofHttp(0.5), targets.ofExpress(0.5), targets.asFastAs('another')],
    ...[targets.rate(1), targets.median(1), targets.slowest(1), targets.memory(1)],
  ]
  expect(all.filter((target) => target.isMet({}))).toEqual([])
  expect(targets.ofHttp(0.5).isMet({ rate: 0, http: 0 })).toBe(false)
})
