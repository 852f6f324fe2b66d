import { expect, test } from 'vitest'
import { statementNames } from './statement-names.js'

const ask = (name: ReturnType<typeof statementNames>, sql: string, times: number): string[] =>
  Array.from({ length: times }, () => name({ sql }))

test('a statement has a name from its fifth time on, always the same, and no other has it', () => {
  const name = statementNames()
  expect(ask(name, 'SELECT 1', 7)).toEqual(['', '', '', '', 'engine_0', 'engine_0', 'engine_0'])
  expect(ask(name, 'SELECT 2', 5).at(-1)).toBe('engine_1')
})

test('a search and a page of a list have none, however often they come', () => {
  const name = statementNames()
  for (const sql of [
    'x LIKE $1',
    'x::text ILIKE $1',
    'words @@ $1::tsquery',
    'LIMIT $1 OFFSET $2',
    'offset $1',
  ])
    expect(new Set(ask(name, sql, 20))).toEqual(new Set(['']))
})

test('a very long one has none', () => {
  expect(new Set(ask(statementNames(), `SELECT ${'x'.repeat(8000)}`, 20))).toEqual(new Set(['']))
})

test('two hundred statements have a name, and what is asked once takes none of them', () => {
  const name = statementNames()
  ask(name, 'SELECT early', 5)
  for (let n = 0; n < 5000; n++) ask(name, `SELECT ${n}`, 1)
  expect(ask(name, 'SELECT early', 1)).toEqual(['engine_0'])
  for (let n = 1; n < 300; n++) ask(name, `SELECT often ${n}`, 5)
  expect(name({ sql: 'SELECT often 199' })).toBe('engine_199')
  expect(name({ sql: 'SELECT often 200' })).toBe('')
})
