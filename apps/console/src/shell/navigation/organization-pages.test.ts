import { expect, test } from 'vitest'
import { organizationIn, organizationPageAt, organizationPages } from './organization-pages'

const owner = {
  name: 'payments',
  permissions: [
    'ORGANIZATIONS_READ',
    'ORGANIZATIONS_WRITE',
    'ORGANIZATION_TOKENS_WRITE',
    'WEBHOOKS_READ',
    'CI_IDENTITIES_READ',
  ],
} as const

const labels = (...of: Parameters<typeof organizationPages>) =>
  organizationPages(...of).map(({ label }) => label)

test('a viewer is offered the pages that their rights in the organization open', () => {
  const ofMembers = ['Overview', 'Modules', 'Providers', 'Public providers', 'Upgrades', 'Signing keys']
  const member = { name: 'payments', permissions: ['ORGANIZATIONS_READ'] } as const
  expect(labels(member, false)).toEqual([...ofMembers, 'Workspaces', 'Members', 'Teams'])
  const ofOwners = [...labels(member, false), 'Tokens', 'General', 'Webhooks', 'CI identities']
  expect(labels(owner, false)).toEqual(ofOwners)
  expect(labels(owner, true)).toEqual([...ofOwners, 'Limits', 'Policies', 'Registry sharing'])
  expect(labels({ name: 'payments', permissions: [] }, true)).toEqual([
    'Overview',
    'Limits',
    'Policies',
    'Registry sharing',
  ])
})

test('a page below one of the pages belongs to it, and a page of a module to the modules', () => {
  const at = (path: string) => organizationPageAt(organizationPages(owner, true), path)?.label
  expect(at('/organizations/payments')).toBe('Overview')
  expect(at('/organizations/payments/workspaces/ws-1/edit')).toBe('Workspaces')
  expect(at('/organizations/payments/settings/ci-identities/new')).toBe('CI identities')
  expect(at('/organizations/payments/public-providers/registry.example/nimbus/dns')).toBe('Public providers')
  expect(at('/modules/payments')).toBe('Modules')
  expect(at('/modules/payments/network/aws/publish')).toBe('Modules')
  expect(at('/organizations/payments/nothing')).toBeUndefined()
})

test('an address says which organization it is in', () => {
  expect(organizationIn('/organizations/payments')).toBe('payments')
  expect(organizationIn('/organizations/pay%20ments/workspaces/ws-1')).toBe('pay ments')
  expect(organizationIn('/modules/platform/network/aws')).toBe('platform')
  for (const path of ['/', '/organizations', '/organizations/new', '/modules/new', '/webhooks/wh-1'])
    expect(organizationIn(path), path).toBeUndefined()
})
