import { expect, test } from 'vitest'
import type { SitePermission } from '~/data/generated/graphql'
import { paths } from '~/paths'
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

test('no two shortcuts have the same keys', () => {
  const all: Record<SitePermission, true> = {
    AUDIT_EVENTS_READ: true,
    ENGINE_VERSIONS_READ: true,
    ENGINE_VERSIONS_WRITE: true,
    ORGANIZATIONS_CREATE: true,
    PUBLIC_PROVIDERS_READ: true,
    PUBLIC_PROVIDERS_WRITE: true,
    SITE_ORGANIZATIONS_READ: true,
    SITE_ORGANIZATIONS_WRITE: true,
    TRUSTED_ISSUERS_READ: true,
    TRUSTED_ISSUERS_WRITE: true,
    USERS_READ: true,
    USERS_WRITE: true,
    WEBHOOKS_READ: true,
    WEBHOOKS_WRITE: true,
  }
  const pages = pagesFor({ ...reader, permissions: Object.keys(all) as SitePermission[] })
  const keys = pages.flatMap(({ key }) => key ?? [])
  expect(keys.length).toBe(pages.length)
  // A second `g` could be the first of another page, and the others are commands by themselves.
  expect(keys.filter((key) => !/^[a-fh-z]$/.test(key))).toEqual([])
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})
