import { expect, test } from 'vitest'
import { paths } from '../paths'
import { accountPagesFor, pagesFor } from './pages'

const reader = { permissions: [], hasPasswords: true, needsTwoFactor: false } as const
const labelsFor = (of: Parameters<typeof pagesFor>[0]) => pagesFor(of).map(({ label }) => label)

test('a reader is offered the pages that the permissions open', () => {
  expect(labelsFor(reader)).not.toContain('Users')
  expect(labelsFor({ ...reader, permissions: ['USERS_READ'] })).toContain('Users')
})

test('pages about passwords are there only where people sign in by them', () => {
  const labelsOf = (of: Parameters<typeof accountPagesFor>[0]) =>
    accountPagesFor(of).map(({ label }) => label)
  expect(labelsOf(reader)).toEqual([
    'My tokens',
    'E-mail address',
    'Password',
    'Two-step sign-in',
    'Sessions',
  ])
  expect(labelsOf({ ...reader, hasPasswords: false })).toEqual(['My tokens', 'E-mail address', 'Sessions'])
})

test('a reader who has to set up a second factor is offered that page alone', () => {
  const waiting = { ...reader, permissions: ['USERS_READ'], needsTwoFactor: true } as const
  expect(labelsFor(waiting)).toEqual(['Account'])
  expect(accountPagesFor(waiting)).toEqual([{ label: 'Two-step sign-in', path: paths.twoFactor() }])
})

test('no two pages have the same key', () => {
  const permissions = [
    'USERS_READ',
    'ENGINE_VERSIONS_READ',
    'SITE_ORGANIZATIONS_READ',
    'AUDIT_EVENTS_READ',
  ] as const
  const keys = pagesFor({ ...reader, permissions }).flatMap(({ key }) => key ?? [])
  expect(keys.length).toBeGreaterThan(6)
  expect(new Set(keys).size).toBe(keys.length)
})
