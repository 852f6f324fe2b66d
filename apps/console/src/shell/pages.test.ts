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
