import { auditActions } from '@engine/shared'
import { expect, test } from 'vitest'
import { sentenceOf, sentenceText } from './sentences'

type Event = Parameters<typeof sentenceOf>[0]

const ada = { id: 'user-1', type: 'USER', name: 'ada' } as const
const acme = { id: 'org-1', name: 'acme' }

const event = (action: string, part: Partial<Event> = {}): Event => ({
  action,
  actor: ada,
  target: { id: 'id-1', type: 'thing', name: 'crew' },
  organization: acme,
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

test('an action of another release is told by its name', () => {
  expect(sentenceText(event('thing.shake'))).toBe('ada did thing.shake to crew')
})
