import { expect, test } from 'vitest'
import { pathOfTarget } from './links'

const acme = { id: 'org-1', name: 'acme' }

const pathOf = (action: string, type: string, name: string, organization: typeof acme | null = acme) =>
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
  ['team.delete', 'team', acme],
  ['organization.delete', 'organization', { id: 'org-1', name: null }],
  ['team.update', 'team', { id: 'org-1', name: null }],
  ['session.create', 'session', null],
  ['authentication-token.create', 'authentication-token', acme],
])('%s has no link', (action, type, organization) => {
  expect(pathOfTarget({ action, target: { type, id: 'id-1', name: 'name' }, organization })).toBeUndefined()
})
