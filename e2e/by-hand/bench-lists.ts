import type { Rest } from '../support/rest.js'

const organization = 'platform'
const below = `/organizations/${organization}`

/** The list pages of the console, by what they are called there. */
export const listPages: Readonly<Record<string, string>> = {
  'Engine versions': '/engine-versions',
  Organizations: '/organizations',
  'Registry sharing': '/registry-sharing',
  Users: '/users',
  Modules: '/modules',
  'Modules of an organization': `/modules/${organization}`,
  Members: `${below}/members`,
  Teams: `${below}/teams`,
  'Tokens of an organization': `${below}/tokens`,
  Workspaces: `${below}/workspaces`,
  Providers: `${below}/providers`,
  'Signing keys': `${below}/signing-keys`,
  'My tokens': '/app/settings/tokens',
}

/** Number of added things of each kind, so that a list of the sample has a second page. */
const added = 30

/** Fills the lists of the sample, so that each has a page to go to. */
export async function fillLists(rest: Rest): Promise<void> {
  const { data: self } = await rest.get('/account/details')
  const team = await rest.create(`${below}/teams`, 'teams', { name: 'bench' })
  for (let n = 10; n < 10 + added; n++) {
    const name = `bench-${n}`
    const email = `${name}@example.com`
    await rest.create('/organizations', 'organizations', { name, email })
    await rest.patch(`/admin/organizations/${name}`, 'organizations', { 'global-module-sharing': true })
    await rest.create(`${below}/teams`, 'teams', { name })
    await rest.create(`${below}/workspaces`, 'workspaces', { name })
    await rest.create(`${below}/organization-memberships`, 'organization-memberships', { email })
    await rest.create(`${below}/registry-modules`, 'registry-modules', {
      name,
      provider: 'aws',
      'registry-name': 'private',
    })
    await rest.create(`${below}/registry-providers`, 'registry-providers', {
      name,
      namespace: organization,
      'registry-name': 'private',
    })
    const password = 'a bench to sit on for long'
    await rest.create('/admin/users', 'users', { username: name, email: `user-${email}`, password })
    for (const owner of [`/users/${self?.id}`, `/teams/${team.id}`])
      await rest.create(`${owner}/authentication-tokens`, 'authentication-tokens', { description: name })
  }
}
