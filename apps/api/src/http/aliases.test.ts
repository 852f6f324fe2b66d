import { expect, test } from 'vitest'
import { inWord, aliasesOf, toDialect } from './aliases.js'

test('only whole words named engine have twins', () => {
  expect(inWord('engine-versions', 'orbit')).toBe('orbit-versions')
  expect(inWord('/admin/engine-versions/:id', 'orbit')).toBe('/admin/orbit-versions/:id')
  expect(inWord('X-Engine-Get', 'orbit')).toBe('X-Orbit-Get')
  expect(inWord('engine-build-worker-apply-timeout', 'orbit')).toBe('orbit-build-worker-apply-timeout')
  expect(inWord('search-engines', 'orbit')).toBe('search-engines')
  expect(aliasesOf('/organizations', ['orbit'])).toEqual([{ name: '/organizations', word: 'engine' }])
})

test('types follow the word of the path, attributes are there in every word, values stay', () => {
  const document = {
    data: [
      { id: 'engine', type: 'engine-versions', attributes: { 'engine-version': 'engine-1', name: 'engine' } },
    ],
    meta: { 'engine-count': 1 },
  }
  expect(toDialect(document, 'orbit', ['orbit', 'comet'])).toEqual({
    data: [
      {
        id: 'engine',
        type: 'orbit-versions',
        attributes: {
          'engine-version': 'engine-1',
          'orbit-version': 'engine-1',
          'comet-version': 'engine-1',
          name: 'engine',
        },
      },
    ],
    meta: { 'engine-count': 1 },
  })
})

test('what a document includes and relates to follows the word of the path too', () => {
  const type = (word: string) => `${word}-versions`
  const document = (word: string) => ({
    data: {
      id: '1',
      type: 'workspaces',
      relationships: {
        version: { data: { id: '2', type: type(word) } },
        versions: { links: { related: '/engine-versions' } },
        none: { data: null },
      },
    },
    included: [{ id: '2', type: type(word) }],
  })
  expect(toDialect(document('engine'), 'orbit', ['orbit'])).toEqual(document('orbit'))
  expect(toDialect(document('engine'), 'orbit', [])).toEqual(document('engine'))
})
