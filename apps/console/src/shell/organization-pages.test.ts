import { expect, test } from 'vitest'
import { organizationIn } from './organization-pages'

test('an address says which organization it is in', () => {
  expect(organizationIn('/organizations/payments')).toBe('payments')
  expect(organizationIn('/organizations/pay%20ments/workspaces/ws-1')).toBe('pay ments')
  expect(organizationIn('/modules/platform/network/aws')).toBe('platform')
  for (const path of ['/', '/organizations', '/organizations/new', '/modules/new', '/webhooks/wh-1'])
    expect(organizationIn(path), path).toBeUndefined()
})
