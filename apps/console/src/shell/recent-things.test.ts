import { expect, test } from 'vitest'
import { readThings, withVisit } from './recent-things'
import type { Thing } from './thing'

const thing = (name: string): Thing => ({ kind: 'TEAM', label: name, path: `/organizations/a/teams/${name}` })

test('the last eight things are kept, the newest first and each once', () => {
  const visited = 'abcdefghij'.split('').map(thing)
  const recent = visited.reduce(withVisit, [])
  expect(recent.map(({ label }) => label).join('')).toBe('jihgfedc')
  expect(
    withVisit(recent, thing('e'))
      .map(({ label }) => label)
      .join(''),
  ).toBe('ejihgfdc')
})

test('what another version or hand has stored is left out', () => {
  expect(readThings(JSON.stringify([thing('a'), { kind: 'SHIP', path: '/x' }, null, 7]))).toEqual([
    thing('a'),
  ])
  const foreign = [
    { ...thing('a'), path: '//example.com' },
    { ...thing('a'), path: 'javascript:alert(1)' },
  ]
  expect(readThings(JSON.stringify(foreign))).toEqual([])
  expect(readThings('{')).toEqual([])
  expect(readThings(null)).toEqual([])
})
