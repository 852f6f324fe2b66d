import { expect, test } from 'vitest'
import { healthOf, type HealthFacts } from './health-lines'

const now = new Date('2026-11-30T00:00:00Z')
const good: HealthFacts = {
  name: 'acme',
  workspaces: 3,
  workspaceLimit: null,
  quotas: [{ kind: 'TOKENS', used: 1, limit: 100 }],
  outdatedWorkspaces: 0,
  failedUploads: 0,
  owners: 1,
  lastActivityAt: '2026-11-29T00:00:00Z',
  createdAt: '2026-01-01T00:00:00Z',
  globalModuleSharing: false,
  globalProviderSharing: false,
}
const statesOf = (facts: Partial<HealthFacts>, isSite = true) =>
  healthOf({ ...good, ...facts }, isSite, now).map(({ state, what, path }) => [state, what, path])

test('an organization without a problem has no line', () => {
  expect(statesOf({})).toEqual([])
  expect(statesOf({ owners: undefined, failedUploads: undefined, lastActivityAt: undefined })).toEqual([])
})

test('a limit is told when a tenth is left, in its own unit, and site administrators are led to it', () => {
  const limits = '/organizations/acme/settings/limits'
  expect(statesOf({ workspaceLimit: 3 })).toEqual([['Limit reached', '3 of 3 workspaces', limits]])
  expect(statesOf({ workspaces: 9, workspaceLimit: 10 }, false)).toEqual([
    ['Near limit', '9 of 10 workspaces', undefined],
  ])
  expect(statesOf({ quotas: [{ kind: 'STORAGE', used: 100 * 1024 ** 3, limit: 100 * 1024 ** 3 }] })).toEqual([
    ['Limit reached', 'Stored files: 100 GiB of 100 GiB', limits],
  ])
})

test('each problem leads to where it is solved', () => {
  expect(statesOf({ revokedInUse: 1, outdatedWorkspaces: 2, failedUploads: 1, owners: 0 })).toEqual([
    [
      'Revoked in use',
      '1 module version in use: runs that need it fail',
      '/organizations/acme/upgrades?status=revoked',
    ],
    [
      'Outdated engines',
      '2 workspaces on deprecated or disabled engine versions',
      '/organizations/acme/workspaces?needsUpgrade=true',
    ],
    ['Failed uploads', '1 version of modules and providers', '/?kind=upload-failed&organization=acme'],
    ['No owner', 'No one can change its settings, teams and members', '/organizations/acme/members'],
  ])
})

test('idle are those without activity for 90 days, and those whose log is empty since', () => {
  expect(statesOf({ lastActivityAt: '2026-08-31T00:00:00Z' })).toEqual([
    ['Idle', 'No activity for 90 days', undefined],
  ])
  expect(statesOf({ lastActivityAt: '2026-09-02T00:00:00Z' })).toEqual([])
  expect(statesOf({ lastActivityAt: null })).toEqual([['Idle', 'No activity for 90 days', undefined]])
})

test('sharing with all is told, and a disabled organization leads nowhere but to its limits', () => {
  expect(statesOf({ globalModuleSharing: true, globalProviderSharing: true })).toEqual([
    ['Shared with all', 'All organizations may use its modules and private providers', undefined],
  ])
  expect(statesOf({ isDisabled: true, outdatedWorkspaces: 1, workspaceLimit: 3 })).toMatchObject([
    ['Disabled', expect.any(String), undefined],
    ['Limit reached', '3 of 3 workspaces', '/organizations/acme/settings/limits'],
    ['Outdated engines', expect.any(String), undefined],
  ])
})
