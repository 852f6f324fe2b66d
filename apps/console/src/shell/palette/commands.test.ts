import { expect, test } from 'vitest'
import { fitsText, newThings } from './commands'

const acme = { name: 'acme', permissions: ['WORKSPACES_WRITE', 'MODULES_WRITE'] } as const
const other = { name: 'other', permissions: ['MEMBERSHIPS_WRITE'] } as const
const labels = (...of: Parameters<typeof newThings>) => newThings(...of).map(({ label }) => label)

test('the forms that are offered are those that the viewer may send', () => {
  expect(labels([], [])).toEqual(['New token'])
  expect(labels(['ENGINE_VERSIONS_WRITE', 'USERS_WRITE'], [])).toEqual([
    'New engine version',
    'New user',
    'New token',
  ])
  expect(labels([], [acme])).toEqual(['New module', 'New token', 'New workspace'])
})

test('of several organizations each is named', () => {
  const commands = newThings([], [acme, other])
  expect(commands.slice(2).map(({ label, path }) => [label, path])).toEqual([
    ['New workspace in acme', '/organizations/acme/workspaces/new'],
    ['Invite a member in other', '/organizations/other/members?dialog=invite'],
  ])
})

test('a command is found by its words in any order, not by its organization alone', () => {
  const command = { label: 'New workspace in acme', organization: 'acme' }
  expect(fitsText(command, 'workspace NEW')).toBe(true)
  expect(fitsText(command, 'acme work')).toBe(true)
  expect(fitsText(command, 'acme')).toBe(false)
  expect(fitsText(command, '')).toBe(false)
  expect(fitsText({ label: 'Sign out', words: 'log out' }, 'log out')).toBe(true)
  expect(fitsText({ label: 'Sign out' }, ' ')).toBe(true)
})
