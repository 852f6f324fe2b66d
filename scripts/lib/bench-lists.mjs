import { Fault } from './fault.mjs'

const organization = 'platform'
const below = `/organizations/${organization}`

/** The list pages of the console, by what they are called there. */
export const listPages = {
  'Engine versions': '/engine-versions',
  Organizations: '/organizations',
  'Module sharing': '/module-sharing',
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

/** As many of everything that a list of the sample has a second page. */
const added = 30

/** Fills the lists of the sample, so that each has a page to go to. */
export async function fillLists(apiUrl, token) {
  const numbered = Array.from({ length: added }, (_, index) => String(index + 1).padStart(2, '0'))
  const { data: self } = await request(apiUrl, token, 'GET', '/account/details')
  const { data: team } = await create(`${below}/teams`, 'teams', { name: 'bench' })
  const kinds = [
    (n) => ['/organizations', 'organizations', { name: `bench-${n}`, email: 'bench@example.com' }],
    (n) => [`${below}/teams`, 'teams', { name: `bench-${n}` }],
    (n) => [`${below}/workspaces`, 'workspaces', { name: `bench-${n}` }],
    (n) => [
      `${below}/organization-memberships`,
      'organization-memberships',
      { email: `bench-${n}@example.com` },
    ],
    (n) => [
      `${below}/registry-modules`,
      'registry-modules',
      { name: `bench-${n}`, provider: 'aws', 'registry-name': 'private' },
    ],
    (n) => [
      `${below}/registry-providers`,
      'registry-providers',
      { name: `bench-${n}`, namespace: organization, 'registry-name': 'private' },
    ],
    (n) => [
      '/admin/users',
      'users',
      { username: `bench-${n}`, email: `b${n}@example.com`, password: 'a bench to sit on for long' },
    ],
    (n) => [
      `/users/${self.id}/authentication-tokens`,
      'authentication-tokens',
      { description: `bench ${n}` },
    ],
    (n) => [
      `/teams/${team.id}/authentication-tokens`,
      'authentication-tokens',
      { description: `bench ${n}` },
    ],
  ]
  for (const n of numbered) for (const kind of kinds) await create(...kind(n))
  for (const n of numbered)
    await request(apiUrl, token, 'PATCH', `/admin/organizations/bench-${n}`, {
      type: 'organizations',
      attributes: { 'global-module-sharing': true },
    })

  function create(path, type, attributes) {
    return request(apiUrl, token, 'POST', path, { type, attributes })
  }
}

async function request(apiUrl, token, method, path, data) {
  const response = await fetch(`${apiUrl}/api/v2${path}`, {
    method,
    headers: { 'content-type': 'application/vnd.api+json', authorization: `Bearer ${token}` },
    ...(data && { body: JSON.stringify({ data }) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Fault(`${method} ${path} was answered with ${response.status}: ${text}`)
  return JSON.parse(text)
}
