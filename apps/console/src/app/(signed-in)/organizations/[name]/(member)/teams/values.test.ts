import { expect, test } from 'vitest'
import { updateInputOf as inputOf } from '~/data/update-input'
import { type FormValues, validation, valuesOf } from './values'

const facts = {
  id: 'team-1',
  updatedAt: '2026-01-31T12:00:00.000Z',
  name: 'crew',
  isOwners: false,
  manageModules: true,
  manageProviders: false,
  manageWorkspaces: false,
  visibility: 'SECRET',
  allowMemberTokenManagement: true,
  ssoTeamId: 'crew@acme',
} as const

const updateInputOf = (read: typeof facts, values: FormValues) => inputOf(read, values, valuesOf(read))

test('only what was changed is sent, and when it was read', () => {
  expect(updateInputOf(facts, { ...valuesOf(facts), name: ' crew ', manageProviders: true })).toEqual({
    id: 'team-1',
    expectedUpdatedAt: facts.updatedAt,
    manageProviders: true,
  })
})

test('an emptied name in single sign-on is unset', () => {
  expect(updateInputOf(facts, { ...valuesOf(facts), ssoTeamId: ' ' })).toMatchObject({ ssoTeamId: null })
})

test('a name that cannot be one is told before anything is sent', () => {
  expect(validation.name('crew')).toBeNull()
  expect(validation.name('')).toContain('A name is')
  expect(validation.name('a b')).toBeNull()
  expect(validation.name('a/b')).toContain('A name is')
})
