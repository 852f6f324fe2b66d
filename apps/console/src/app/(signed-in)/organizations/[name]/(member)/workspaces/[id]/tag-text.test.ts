import { expect, test } from 'vitest'
import { tagProblem, tagsIn, tagText } from './tag-text'

test('each line is a key, or a key with a value; blank lines count for nothing', () => {
  expect(tagsIn(' app \n\nenv = dev\nquery=a=b\nzone=', [])).toEqual([
    { key: 'app', value: null },
    { key: 'env', value: 'dev' },
    { key: 'query', value: 'a=b' },
    { key: 'zone', value: null },
  ])
})

test('of two lines with one key the last counts', () => {
  expect(tagsIn('env=dev\nenv=prod', [])).toEqual([{ key: 'env', value: 'prod' }])
})

test('what is shown is read back as it was', () => {
  const tags = [
    { key: 'app', value: null },
    { key: 'env', value: 'dev' },
    { key: 'a=b', value: null },
    { key: 'a=b=c', value: 'd' },
  ]
  expect(tagsIn(tags.map(tagText).join('\n'), tags)).toEqual(tags)
})

test.each(['-app', 'env=-', '=dev', 'a'.repeat(129)])('%s is no tag, and it is named', (line) => {
  expect(tagProblem(`ok\n${line}`, [])).toContain('is no tag')
})

test('more than 100 are too many', () => {
  const lines = Array.from({ length: 101 }, (_, index) => `tag-${index}`)
  expect(tagProblem(lines.join('\n'), [])).toBe('A workspace has at most 100 tags; these are 101.')
  expect(tagProblem(lines.slice(1).join('\n'), [])).toBeNull()
})
