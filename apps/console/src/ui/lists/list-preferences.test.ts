import { expect, test } from 'vitest'
import { readPreferences } from './list-preferences'
import { withView } from './saved-views'

test('how lists are laid out survives the way through the cookie', () => {
  const preferences = {
    size: 50,
    hidden: { users: ['email', 'created'] },
    times: 'exact',
    tables: ['modules'],
  }
  expect(readPreferences(JSON.stringify(preferences))).toEqual(preferences)
})

test('what makes no sense in the cookie counts as absent', () => {
  const usual = { size: 20, hidden: {}, times: 'relative', tables: [] }
  for (const text of [
    undefined,
    '',
    'x',
    '1',
    '[]',
    '{"size":1000}',
    '{"times":1}',
    '{"tables":[1]}',
    '{"hidden":{"users":"email","x":[1]}}',
  ])
    expect(readPreferences(text), text).toEqual(usual)
  expect(readPreferences('null')).toEqual(usual)
})

test('a view replaces one of the same name, and there are no more than twenty', () => {
  const views = Array.from({ length: 20 }, (_, index) => ({ name: `${index}`, query: '' }))
  const again = withView(views, { name: '3', query: 'order=-name' })
  expect(again).toHaveLength(20)
  expect(again.at(-1)).toEqual({ name: '3', query: 'order=-name' })
  const more = withView(views, { name: 'new', query: '' })
  expect(more).toHaveLength(20)
  expect(more[0]?.name).toBe('1')
})
