import { expect, test } from 'vitest'
import { choiceOf, previewInputOf } from './choice'

const organization = {
  id: 'org-1',
  name: 'platform',
  updatedAt: '2026-11-01T00:00:00.000Z',
  isDisabled: false,
  globalModuleSharing: false,
}

test('what is set is one of three ways', () => {
  expect(choiceOf({ organization, consumers: [] }).mode).toBe('none')
  expect(choiceOf({ organization, consumers: ['a'] })).toEqual({ mode: 'some', consumers: ['a'] })
  expect(choiceOf({ organization: { ...organization, globalModuleSharing: true }, consumers: [] }).mode).toBe(
    'all',
  )
})

test('a list that was picked counts only while the list is chosen', () => {
  expect(previewInputOf({ mode: 'some', consumers: ['a'] })).toEqual({ consumers: ['a'] })
  expect(previewInputOf({ mode: 'none', consumers: ['a'] })).toEqual({ consumers: [] })
  expect(previewInputOf({ mode: 'all', consumers: ['a'] })).toEqual({ globalModuleSharing: true })
})
