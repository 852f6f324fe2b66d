import { expect, test } from 'vitest'
import type { AttentionItemFactsFragment, AttentionKind } from '~/data/generated/graphql'
import { changeText, comparedText, entryOf, kindWords } from './entries'

const item = (
  kind: AttentionKind,
  facts: Partial<AttentionItemFactsFragment> = {},
): AttentionItemFactsFragment => ({
  ...{ id: `${kind}:1`, kind, at: null, organization: null, name: 'acme', thingId: null, provider: null },
  ...{
    version: null,
    detail: null,
    amount: null,
    limit: null,
    assignee: null,
    isMine: false,
    laterUntil: null,
  },
  ...facts,
})

test.each([
  [item('CHECKSUM_CHANGED', { name: '1.0.0' }), '1.0.0', '/engine-versions/feed'],
  [
    item('VERIFICATION_FAILED', { name: 'linux/amd64', version: '1.1.0', thingId: 'tool-2' }),
    '1.1.0 linux/amd64',
    '/engine-versions/tool-2',
  ],
  [
    item('UPLOAD_FAILED', { organization: 'acme', name: 'network', provider: 'aws', version: '1.1.0' }),
    'acme/network/aws 1.1.0',
    '/modules/acme/network/aws/publish?version=1.1.0',
  ],
  [
    item('UPLOAD_FAILED', { organization: 'acme', name: 'cloud', thingId: 'prov-1', version: '1.1.0' }),
    'acme/cloud 1.1.0',
    '/organizations/acme/providers/prov-1/1.1.0',
  ],
  [item('LIMIT_REACHED'), 'acme', '/organizations/acme/settings/limits'],
  [item('ENGINES_OUTDATED'), 'acme', '/organizations/acme/workspaces?needsUpgrade=true'],
  [item('TOKEN_EXPIRING', { name: '' }), 'Without description', '/app/settings/tokens'],
  [
    item('INVITATION_ENDING', { organization: 'acme', name: 'a@example.com', thingId: 'ou-1' }),
    'a@example.com',
    '/organizations/acme/members/ou-1',
  ],
  [
    item('SHARING_REQUESTED', { organization: 'beta', name: 'acme' }),
    'beta asks for modules of acme',
    '/organizations/acme/settings/sharing?with=beta',
  ],
  [
    item('GROUP_NOT_ALLOWED', { organization: 'acme', name: 'crew' }),
    'acme: crew',
    '/organizations/acme/settings/policies',
  ],
  [item('PROVIDER_ALTERED', { thingId: 'pubprov-1' }), 'acme', '/public-providers/pubprov-1'],
  [
    item('MODULE_ALTERED', { name: 'r.example/a/b/c', version: '1.0.0', thingId: 'pubmod-1' }),
    'r.example/a/b/c 1.0.0',
    '/audit?subject=pubmod-1',
  ],
  [item('ORIGIN_UNREACHABLE', { name: 'r.example' }), 'r.example', '/public-providers?search=r.example'],
  [item('ORGANIZATION_DISABLED'), 'acme', '/organizations/acme'],
])('$kind leads to the page that mends it', (of, label, path) => {
  expect(entryOf(of)).toMatchObject({ label, path })
})

test.each([
  [
    item('DISK_FULL', { amount: 2 ** 29, limit: 2 ** 30 }),
    'Uploads are refused: 512 MiB are free, and 1 GiB are reserved for the database. Free up space on the disk.',
  ],
  [
    item('PROVIDER_ALTERED', { version: '1.1.0', amount: 2 }),
    'The files of 1.1.0 and 1 more version changed at the origin. They are not delivered.',
  ],
  [
    item('PROVIDER_WANTED', { organization: 'globex', amount: 3 }),
    'globex and 2 more organizations requested it and may not use it.',
  ],
  [item('LIMIT_REACHED', { amount: 10, limit: 10 }), '10 of 10 workspaces'],
  [item('ENGINES_OUTDATED', { amount: 1 }), '1 workspace on deprecated or disabled engine versions'],
  [item('UPLOAD_FAILED', { detail: 'no archive' }), 'no archive'],
])('$kind says what is wrong', (of, what) => {
  expect(entryOf(of).what).toBe(what)
})

test('an invitation says whether its link has expired', () => {
  const now = new Date('2026-11-01T00:00:00.000Z')
  const invited = (at: string) => entryOf(item('INVITATION_ENDING', { organization: 'acme', at }), now).what
  expect(invited('2026-10-31T00:00:00.000Z')).toMatch(/^Its link has expired\. To acme\./)
  expect(invited('2026-11-02T00:00:00.000Z')).toMatch(/^Its link expires soon\./)
})

test('each kind has a heading of its own', () => {
  const titles = Object.values(kindWords).map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
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
