import { expect, test } from 'vitest'
import { sharedWithWords } from './sharing-words'

const sharing = { withAll: false, organizations: ['harbor'], organizationCount: 1 }

test('what is shared names the organizations of the viewer, and counts those that are not listed', () => {
  expect(sharedWithWords(sharing)).toBe('harbor')
  expect(sharedWithWords({ ...sharing, organizations: ['harbor', 'quay'], organizationCount: 2 })).toBe(
    'harbor and quay',
  )
  expect(sharedWithWords({ ...sharing, organizationCount: 4 })).toBe('harbor and 3 more')
})

test('what is shared with all names none of them', () => {
  expect(sharedWithWords({ ...sharing, withAll: true })).toBe('every organization')
})
