import { expect, test } from 'vitest'
import { pathWithin } from './organization-column'

const pathIn = (name: string) => `/organizations/${name}/workspaces/ws-1`

test('what is in a disabled organization is no link, since its page cannot be opened', () => {
  expect(pathWithin({ organization: { name: 'acme', isDisabled: false } }, pathIn)).toBe(
    '/organizations/acme/workspaces/ws-1',
  )
  expect(pathWithin({ organization: { name: 'acme', isDisabled: true } }, pathIn)).toBeUndefined()
})
