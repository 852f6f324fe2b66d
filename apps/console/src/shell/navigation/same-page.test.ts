import { expect, test } from 'vitest'
import { samePageIn } from './same-page'

test('changing the organization leads to the same kind of page there, where the viewer may see it', () => {
  const owner = {
    name: 'platform',
    permissions: ['ORGANIZATIONS_READ', 'ORGANIZATIONS_WRITE', 'ORGANIZATION_TOKENS_WRITE'],
  } as const
  const member = { name: 'platform', permissions: ['ORGANIZATIONS_READ'] } as const
  const from = (path: string, to: typeof owner | typeof member = owner, isSiteWriter = false) =>
    samePageIn(to, path, isSiteWriter)
  const home = '/organizations/platform'
  expect(from('/organizations/payments/workspaces')).toBe(`${home}/workspaces`)
  expect(from('/organizations/payments/workspaces/ws-1/edit')).toBe(`${home}/workspaces`)
  expect(from('/organizations/payments/settings/general')).toBe(`${home}/settings/general`)
  expect(from('/organizations/payments/settings/limits')).toBe(home)
  expect(from('/organizations/payments/settings/limits', owner, true)).toBe(`${home}/settings/limits`)
  expect(from('/organizations/payments/tokens', member)).toBe(home)
  expect(from('/modules/payments/network/aws')).toBe('/modules/platform')
  for (const path of ['/organizations/payments', '/', '/workspaces', '/organizations/new'])
    expect(from(path), path).toBe(home)
})
