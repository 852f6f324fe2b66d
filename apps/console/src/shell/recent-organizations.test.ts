import { expect, test } from 'vitest'
import { withOrganization } from './recent-organizations'

test('the last five organizations are kept, the newest first and each once', () => {
  const recent = 'abcdefg'.split('').reduce(withOrganization, [] as string[])
  expect(recent).toEqual(['g', 'f', 'e', 'd', 'c'])
  expect(withOrganization(recent, 'e')).toEqual(['e', 'g', 'f', 'd', 'c'])
})
