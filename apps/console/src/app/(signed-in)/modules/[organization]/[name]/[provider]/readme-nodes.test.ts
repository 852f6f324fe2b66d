import { expect, test } from 'vitest'
import { contentsOf } from './readme-nodes'

const heading = (level: number, id: string) => ({
  tag: `h${level}`,
  id,
  children: ['The ', { tag: 'em', children: [id] }],
})

test('the contents are the headings but for the title, at levels from one', () => {
  const tree = ['text', { tag: 'p' }, heading(2, 'a'), heading(3, 'b'), heading(4, 'c'), heading(2, 'd')]
  expect(contentsOf(tree)).toEqual([
    { id: 'a', text: 'The a', level: 1 },
    { id: 'b', text: 'The b', level: 2 },
    { id: 'd', text: 'The d', level: 1 },
  ])
  expect(contentsOf([heading(1, 'title'), heading(1, 'a')]).map(({ id }) => id)).toEqual(['a'])
  expect(contentsOf([])).toEqual([])
})

test('a heading without a name is none, and there are never more than a hundred', () => {
  expect(contentsOf([{ tag: 'h2', children: ['x'] }])).toEqual([])
  expect(contentsOf(Array.from({ length: 200 }, (_, n) => heading(2, `n${n}`)))).toHaveLength(100)
})
