import { expect, test } from 'vitest'
import { entriesOf } from './entries'

const module = {
  id: 'modver-1',
  kind: 'MODULE' as const,
  organization: 'acme',
  name: 'network',
  provider: 'aws',
  thingId: 'mod-1',
  version: '1.1.0',
  error: 'no archive',
  at: '2026-11-01T00:00:00.000Z',
}
const provider = {
  ...module,
  id: 'provver-1',
  kind: 'PROVIDER' as const,
  name: 'cloud',
  provider: null,
  thingId: 'prov-1',
}
const invitation = (id: string, invitationExpiresAt: string) => ({
  id,
  email: `${id}@example.com`,
  invitationExpiresAt,
  organization: { id: 'org-1', name: 'acme' },
})
const full = (name: string, workspaces: number) => ({ id: name, name, workspaces, workspaceLimit: 10 })

test('each line leads to the page that mends it, the worst first', () => {
  const { entries, more } = entriesOf(
    {
      feedAlarms: {
        nodes: [
          {
            id: 'tool-1',
            version: '1.0.0',
            at: '2026-11-01T00:00:00.000Z',
            builds: [
              { os: 'linux', arch: 'amd64' },
              { os: 'darwin', arch: 'arm64' },
            ],
          },
        ],
        totalCount: 2,
      },
      failedUploads: { nodes: [module, provider], totalCount: 4 },
      endingInvitations: {
        nodes: [
          invitation('ou-1', '2026-10-31T00:00:00.000Z'),
          invitation('ou-2', '2026-11-02T00:00:00.000Z'),
        ],
        totalCount: 2,
      },
      outdatedOrganizations: { nodes: [{ id: 'org-2', name: 'beta', workspaces: 1 }], totalCount: 1 },
      fullOrganizations: { nodes: [full('acme', 10), full('beta', 9)], totalCount: 3 },
    },
    new Date('2026-11-01T00:00:00.000Z'),
  )
  expect(entries.map(({ badge, label, path }) => [badge.text, label, path])).toEqual([
    ['Checksum changed', '1.0.0', '/engine-versions/feed'],
    ['Upload failed', 'acme/network/aws 1.1.0', '/modules/acme/network/aws/publish?version=1.1.0'],
    ['Upload failed', 'acme/cloud 1.1.0', '/organizations/acme/providers/prov-1/1.1.0'],
    ['Upgrade needed', 'beta', '/organizations/beta/workspaces?needsUpgrade=true'],
    ['Limit reached', 'acme', '/organizations/acme/settings'],
    ['Near limit', 'beta', '/organizations/beta/settings'],
    ['Invitation expired', 'ou-1@example.com', '/organizations/acme/members/ou-1'],
    ['Invitation expires soon', 'ou-2@example.com', '/organizations/acme/members/ou-2'],
  ])
  expect(entries[0]?.what).toBe(
    'The checksum in the release feed differs from the known one for linux amd64, darwin arm64.',
  )
  expect(more).toBe(4)
})

test('nothing known yet is nothing to mend', () => {
  expect(entriesOf(undefined)).toEqual({ entries: [], more: 0 })
})
