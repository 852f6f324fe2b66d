import { expect, test } from 'vitest'
import { stepOf } from './shortcuts'

test('a letter after g names a page, by itself it means nothing', () => {
  expect(stepOf('m', false)).toEqual({ waits: false })
  expect(stepOf('g', false)).toEqual({ waits: true })
  expect(stepOf('m', true)).toEqual({ next: { kind: 'page', key: 'm' }, waits: false })
})

test('a slash searches, and a question mark shows the keys', () => {
  expect(stepOf('/', false).next).toEqual({ kind: 'search' })
  expect(stepOf('?', false).next).toEqual({ kind: 'help' })
})
