import { expect, test } from 'vitest'
import { changeText, comparedText, entriesOf } from './entries'

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
  const attention = {
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
      nodes: [invitation('ou-1', '2026-10-31T00:00:00.000Z'), invitation('ou-2', '2026-11-02T00:00:00.000Z')],
      totalCount: 2,
    },
    failedVerifications: {
      nodes: [
        {
          id: 'tool-2',
          version: '1.1.0',
          os: 'linux',
          arch: 'amd64',
          problem: null,
          at: '2026-11-01T00:00:00.000Z',
        },
      ],
      totalCount: 1,
    },
    expiringTokens: {
      nodes: [{ id: 'at-1', description: null, expiresAt: '2026-11-09T00:00:00.000Z' }],
      totalCount: 1,
    },
    outdatedOrganizations: { nodes: [{ id: 'org-2', name: 'beta', workspaces: 1 }], totalCount: 1 },
    fullOrganizations: { nodes: [full('acme', 10), full('beta', 9)], totalCount: 3 },
  }
  const { entries, more } = entriesOf(
    {
      viewer: { attention },
      disabledOrganizations: {
        nodes: [{ id: 'org-3', name: 'gone', updatedAt: '2026-10-01T00:00:00.000Z' }],
        totalCount: 1,
      },
    },
    new Date('2026-11-01T00:00:00.000Z'),
  )
  expect(entries.map(({ badge, label, path }) => [badge.text, label, path])).toEqual([
    ['Checksum changed', '1.0.0', '/engine-versions/feed'],
    ['Checksum mismatch', '1.1.0 linux/amd64', '/engine-versions/tool-2'],
    ['Upload failed', 'acme/network/aws 1.1.0', '/modules/acme/network/aws/publish?version=1.1.0'],
    ['Upload failed', 'acme/cloud 1.1.0', '/organizations/acme/providers/prov-1/1.1.0'],
    ['Limit reached', 'acme', '/organizations/acme/settings/limits'],
    ['Upgrade needed', 'beta', '/organizations/beta/workspaces?needsUpgrade=true'],
    ['Near limit', 'beta', '/organizations/beta/settings/limits'],
    ['Token expires soon', 'Without description', '/app/settings/tokens'],
    ['Invitation expired', 'ou-1@example.com', '/organizations/acme/members/ou-1'],
    ['Invitation expires soon', 'ou-2@example.com', '/organizations/acme/members/ou-2'],
    ['Disabled', 'gone', '/organizations/gone'],
  ])
  expect(entries[0]?.what).toBe(
    'The checksum in the release feed differs from the known one for linux amd64, darwin arm64.',
  )
  expect(more).toBe(4)
})

test('a disk that takes no more files is the first of all, and says what to do', () => {
  const attention = {
    failedUploads: { nodes: [], totalCount: 0 },
    expiringTokens: { nodes: [], totalCount: 0 },
    endingInvitations: { nodes: [], totalCount: 0 },
    outdatedOrganizations: { nodes: [], totalCount: 0 },
    fullOrganizations: { nodes: [full('acme', 10)], totalCount: 1 },
    fullDisks: {
      nodes: [{ id: 'files', freeBytes: 2 ** 29, reserveBytes: 2 ** 30 }],
      totalCount: 1,
    },
  }
  const { entries, more } = entriesOf({ viewer: { attention } })
  expect(entries.map(({ badge }) => badge.text)).toEqual(['No space for files', 'Limit reached'])
  expect(entries[0]?.what).toMatch(
    /^Uploads are refused: .* are free, and .* are left to the database\. Make room/,
  )
  expect(more).toBe(0)
})

test('what an organization asks for leads to the form, filled in, and can be granted or declined here', () => {
  const request = { id: 'shreq-1', organization: 'beta', producer: 'acme' }
  const asked = { ...request, askedByName: 'ann', reason: 'We build on it.', createdAt: module.at }
  const attention = {
    failedUploads: { nodes: [], totalCount: 0 },
    expiringTokens: { nodes: [], totalCount: 0 },
    endingInvitations: { nodes: [], totalCount: 0 },
    outdatedOrganizations: { nodes: [], totalCount: 0 },
    sharingRequests: { nodes: [asked], totalCount: 1 },
  }
  expect(entriesOf({ viewer: { attention } }).entries).toMatchObject([
    {
      label: 'beta asks for modules of acme',
      path: '/organizations/acme/settings/sharing?with=beta',
      what: 'ann: We build on it.',
      request,
    },
  ])
})

test('a public provider leads to its page, and an origin to its providers; what is altered is the worst', () => {
  const alarm = (
    kind: 'ALTERED' | 'NEW_KEY' | 'UNVERIFIED' | 'UNREACHABLE' | 'WANTED',
    count: number,
    detail: string,
  ) => ({
    ...{ id: kind, kind, count, detail, at: module.at },
    providerId: kind === 'UNREACHABLE' ? null : 'pubprov-1',
    name: kind === 'UNREACHABLE' ? 'registry.example' : 'registry.example/acme/cloud',
  })
  const nodes = [
    alarm('ALTERED', 2, '1.1.0'),
    alarm('NEW_KEY', 2, '1.2.0'),
    alarm('UNVERIFIED', 1, '1.0.0'),
    alarm('UNREACHABLE', 3, 'It did not answer in time'),
    alarm('WANTED', 3, 'globex'),
  ]
  const empty = { nodes: [], totalCount: 0 }
  const attention = {
    ...{ failedUploads: { nodes: [module], totalCount: 1 }, expiringTokens: empty, endingInvitations: empty },
    ...{ outdatedOrganizations: empty, publicProviderAlarms: { nodes, totalCount: 5 } },
  }
  const { entries } = entriesOf({ viewer: { attention } })
  expect(entries.map(({ badge, path, what }) => [badge.text, path, what])).toEqual([
    [
      'Provider altered',
      '/public-providers/pubprov-1',
      'The origin has something else of 1.1.0 and 1 more version than at first. Nothing of it is delivered.',
    ],
    ['Upload failed', '/modules/acme/network/aws/publish?version=1.1.0', 'no archive'],
    [
      'New signing key',
      '/public-providers/pubprov-1',
      'A new key has signed 1.2.0 and 1 more version. Ask the makers about it: a cooldown holds each until you release it.',
    ],
    [
      'Not verified',
      '/public-providers/pubprov-1',
      'The signature of 1.0.0 proves nothing. Nothing of it is delivered.',
    ],
    [
      'Origin unreachable',
      '/public-providers?search=registry.example',
      'It last answered then. It did not answer in time. Nothing newer becomes available.',
    ],
    [
      'Provider wanted',
      '/public-providers/pubprov-1',
      'globex and 2 more organizations asked for it and may not use it.',
    ],
  ])
})

test('nothing known yet is nothing to mend', () => {
  expect(entriesOf(undefined)).toEqual({ entries: [], more: 0 })
})

test('a change says its direction', () => {
  expect(changeText({ now: 1500, before: 0 })).toBe('+1,500 in 30 days')
  expect(changeText({ now: 2, before: 5 })).toBe('−3 in 30 days')
  expect(changeText({ now: 2, before: 2 })).toBe('no change in 30 days')
})

test('what happened in 30 days is compared with the 30 days before', () => {
  expect(comparedText({ now: 1544, before: 344 })).toBe('1,200 more than in the 30 days before')
  expect(comparedText({ now: 1, before: 2 })).toBe('1 fewer than in the 30 days before')
  expect(comparedText({ now: 0, before: 0 })).toBe('as in the 30 days before')
})
