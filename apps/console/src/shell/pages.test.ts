import { expect, test } from 'vitest'
import { pagesFor } from './pages'

const reader = { permissions: [], hasPasswords: true, needsTwoFactor: false } as const
const labelsFor = (of: Parameters<typeof pagesFor>[0]) => pagesFor(of).map(({ label }) => label)

test('a reader is offered the pages that the permissions open', () => {
  expect(labelsFor(reader)).not.toContain('Users')
  expect(labelsFor({ ...reader, permissions: ['USERS_READ'] })).toContain('Users')
})

test('pages about passwords are there only where people sign in by them', () => {
  expect(labelsFor(reader)).toContain('Password')
  const without = labelsFor({ ...reader, hasPasswords: false })
  for (const label of ['Password', 'Two-step sign-in']) expect(without).not.toContain(label)
})

test('a reader who has to set up a second factor is offered that page alone', () => {
  const permissions = ['USERS_READ'] as const
  expect(labelsFor({ ...reader, permissions, needsTwoFactor: true })).toEqual(['Two-step sign-in'])
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
