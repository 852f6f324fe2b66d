import { auditActions } from '@engine/shared'
import { expect, test } from 'vitest'
import { areas, isRefusal, pathOfTarget, retentionInWords, sentenceOf, sentenceText } from './sentences'

type Event = Parameters<typeof sentenceOf>[0]

const ada = { id: 'user-1', type: 'USER', name: 'ada' } as const
const acme = { id: 'org-1', name: 'acme' }

const event = (action: string, part: Partial<Event> = {}): Event => ({
  action,
  actor: ada,
  target: { id: 'id-1', type: 'thing', name: 'crew' },
  organization: acme,
  changes: [],
  ...part,
})

test.each(auditActions)(
  '%s is told as a sentence, also without a name and without a signed-in user',
  (action) => {
    expect(sentenceText(event(action))).toMatch(/^ada [a-z]/)
    const nobody = { id: null, type: 'NOBODY', name: '' } as const
    expect(sentenceText(event(action, { actor: nobody }))).toMatch(
      /^(An unknown caller|crew|The e-mail address)/,
    )
    for (const text of [sentenceText(event(action)), sentenceText(event(action, { actor: nobody }))])
      expect(text).not.toMatch(/[{}]| did |undefined/)
  },
)

test('a sentence has its names apart, so that they can be links', () => {
  const target = { id: 'modver-1', type: 'module-version', name: 'acme/bucket/aws 0.9.0' }
  expect(sentenceOf(event('module-version.publish', { target }))).toEqual([
    { is: 'actor', text: 'ada' },
    { is: 'words', text: ' published ' },
    { is: 'target', text: 'acme/bucket/aws 0.9.0' },
  ])
})

test('what users do to themselves is told without their name again', () => {
  const own = { id: 'user-1', type: 'user', name: 'ada' }
  expect(sentenceText(event('user.update-password', { target: own }))).toBe('ada changed their password')
  expect(sentenceText(event('user.update-password'))).toBe('ada changed the password of crew')
  const session = { id: 'sess-1', type: 'session', name: 'ada' }
  expect(sentenceText(event('session.delete', { target: session }))).toBe('ada ended a session')
})

test('a token without a description is a token', () => {
  const target = { id: 'at-1', type: 'authentication-token', name: '' }
  expect(sentenceText(event('authentication-token.create', { target }))).toBe('ada created a token')
})

test('an organization that is gone, or none, is no hole in the sentence', () => {
  expect(
    sentenceText(event('organization-membership.leave', { organization: { id: 'org-9', name: null } })),
  ).toBe('ada left org-9')
  expect(sentenceText(event('organization-membership.leave', { organization: null }))).toBe(
    'ada left an organization',
  )
})

test.each([
  ['engine-version.update', [['enabled', false]], 'ada disabled engine version crew'],
  ['engine-version.update', [['enabled', true]], 'ada enabled engine version crew'],
  [
    'engine-version.update',
    [
      ['deprecated', true],
      ['deprecatedReason', 'It leaks'],
      ['endOfLife', null],
    ],
    'ada deprecated engine version crew',
  ],
  [
    'engine-version.update',
    [
      ['deprecated', false],
      ['deprecatedReason', null],
    ],
    'ada removed the deprecation of engine version crew',
  ],
  ['engine-version.update', [['archs', null]], 'ada changed the archives of engine version crew'],
  [
    'engine-version.update',
    [
      ['enabled', false],
      ['beta', true],
    ],
    'ada changed engine version crew',
  ],
  ['engine-version.update', [['version', '1.9.1']], 'ada changed engine version crew'],
  [
    'webhook.update',
    [
      ['enabled', true],
      ['disabledReason', null],
    ],
    'ada enabled the webhook crew',
  ],
  ['registry-provider-version.upload', [['file', 'shasums']], 'ada uploaded the checksums of crew'],
  ['registry-provider-version.upload', [['file', 'shasums-sig']], 'ada uploaded the signature of crew'],
] as const)('%s of %j alone is told by its name', (action, facts, sentence) => {
  const changes = facts.map(([name, after]) => ({ name, after }))
  expect(sentenceText(event(action, { changes }))).toBe(sentence)
})

test('an action of another release is told by its name', () => {
  expect(sentenceText(event('thing.shake'))).toBe('ada did thing.shake to crew')
})

const known = { id: 'org-1', name: 'acme' }

const pathOf = (action: string, type: string, name: string, organization: typeof known | null = known) =>
  pathOfTarget({ action, target: { type, id: 'id-1', name }, organization })

test.each([
  ['engine-version.update', 'engine-version', '1.9.0', '/engine-versions/id-1'],
  ['user.suspend', 'user', 'ana', '/users/id-1'],
  ['organization.set', 'organization', 'old-name', '/organizations/acme'],
  ['module-consumers.set', 'organization', 'acme', '/organizations/acme'],
  ['team.update-members', 'team', 'crew', '/organizations/acme/teams/id-1'],
  ['workspace.create', 'workspace', 'api', '/organizations/acme/workspaces/id-1'],
  ['registry-provider.create', 'registry-provider', 'cloud', '/organizations/acme/providers/id-1'],
  ['gpg-key.create', 'gpg-key', 'ABC', '/organizations/acme/signing-keys'],
  ['module.verify', 'module', 'acme/network/aws', '/modules/acme/network/aws'],
  [
    'module-version.revoke',
    'module-version',
    'acme/network/aws 1.0.0',
    '/modules/acme/network/aws?version=1.0.0',
  ],
])('%s of a %s called %s leads to %s', (action, type, name, path) => {
  expect(pathOf(action, type, name)).toBe(path)
})

test.each([
  ['team.delete', 'team', known],
  ['organization.delete', 'organization', { id: 'org-1', name: null }],
  ['team.update', 'team', { id: 'org-1', name: null }],
  ['session.create', 'session', null],
  ['authentication-token.create', 'authentication-token', known],
])('%s has no link', (action, type, organization) => {
  expect(pathOfTarget({ action, target: { type, id: 'id-1', name: 'name' }, organization })).toBeUndefined()
})

test.each([
  'access.deny',
  'password.refuse',
  'session.refuse',
  'set-up.fail',
  'sign-in.fail',
  'token.refuse',
])('%s is something that was refused', (action) => expect(isRefusal(action)).toBe(true))

test('a change is no refusal', () => {
  expect(isRefusal('engine-version.update')).toBe(false)
})

test('each area of the log is offered once, by the alphabet', () => {
  expect(areas).toContain('registry-provider-platform')
  expect(new Set(areas).size).toBe(areas.length)
  expect(areas).toEqual(areas.toSorted())
})

test('the retention of events is said in whole months', () => {
  expect(retentionInWords(null)).toBe('Retention: unlimited')
  expect(retentionInWords(1)).toMatch(/^Retention: 1 month$/)
  expect(retentionInWords(13)).toMatch(/^Retention: 13 months$/)
})
