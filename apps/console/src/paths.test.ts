import { expect, test } from 'vitest'
import { endpoints, needsSession, paths } from './paths'

test('every address of the console is on this page', () => {
  const id = 'tool-0123456789abcdef'
  expect({
    overview: paths.overview(),
    engineVersions: paths.engineVersions(),
    'engineVersions, filtered': paths.engineVersions({ search: '1.9', enabled: 'true', page: 2 }),
    engineVersionNew: paths.engineVersionNew(),
    releaseFeed: paths.releaseFeed(),
    engineVersion: paths.engineVersion(id),
    'engineVersion, dialog': paths.engineVersion(id, { dialog: 'deprecate' }),
    engineVersionEdit: paths.engineVersionEdit(id),
    organizations: paths.organizations(),
    'organizations, filtered': paths.organizations({ search: 'pay', disabled: 'false' }),
    organizationNew: paths.organizationNew(),
    organization: paths.organization('payments'),
    organizationSettings: paths.organizationSettings('payments'),
    organizationSharing: paths.organizationSharing('payments'),
    moduleSharing: paths.moduleSharing(),
    users: paths.users(),
    'users, filtered': paths.users({ administrator: 'true' }),
    userNew: paths.userNew(),
    tokens: paths.tokens(),
    'tokens, dialog': paths.tokens({ dialog: 'create' }),
    setUp: paths.setUp(),
    invitation: paths.invitation('token'),
    'invitation, without its link': paths.invitation(),
    signIn: paths.signIn(),
    'signIn, next': paths.signIn({ next: '/engine-versions?page=2' }),
    ...Object.fromEntries(Object.entries(endpoints).map(([name, path]) => [`endpoint ${name}`, path])),
  }).toMatchInlineSnapshot(`
    {
      "endpoint graphql": "/console/graphql",
      "endpoint health": "/healthz",
      "endpoint invitation": "/console/invitation",
      "endpoint setUp": "/console/set-up",
      "endpoint signIn": "/console/sign-in",
      "endpoint signOut": "/console/sign-out",
      "engineVersion": "/engine-versions/tool-0123456789abcdef",
      "engineVersion, dialog": "/engine-versions/tool-0123456789abcdef?dialog=deprecate",
      "engineVersionEdit": "/engine-versions/tool-0123456789abcdef/edit",
      "engineVersionNew": "/engine-versions/new",
      "engineVersions": "/engine-versions",
      "engineVersions, filtered": "/engine-versions?search=1.9&enabled=true&page=2",
      "invitation": "/invitations/token",
      "invitation, without its link": "/invitations",
      "moduleSharing": "/module-sharing",
      "organization": "/organizations/payments",
      "organizationNew": "/organizations/new",
      "organizationSettings": "/organizations/payments/settings",
      "organizationSharing": "/organizations/payments/sharing",
      "organizations": "/organizations",
      "organizations, filtered": "/organizations?search=pay&disabled=false",
      "overview": "/",
      "releaseFeed": "/engine-versions/feed",
      "setUp": "/set-up",
      "signIn": "/sign-in",
      "signIn, next": "/sign-in?next=%2Fengine-versions%3Fpage%3D2",
      "tokens": "/app/settings/tokens",
      "tokens, dialog": "/app/settings/tokens?dialog=create",
      "userNew": "/users/new",
      "users": "/users",
      "users, filtered": "/users?administrator=true",
    }
  `)
})

test('an id cannot leave its segment', () => {
  expect(paths.engineVersion('../sign-in?x')).toBe('/engine-versions/..%2Fsign-in%3Fx')
})

test('only set-up, sign-in, invitations and the endpoints are open to those who have not signed in', () => {
  for (const path of [
    '/set-up',
    '/sign-in',
    '/invitations',
    '/invitations/x',
    '/healthz',
    '/console/graphql',
  ])
    expect(needsSession(path), path).toBe(false)
  for (const path of [
    '/',
    '/engine-versions',
    '/app/settings/tokens',
    '/sign-in/x',
    '/invitations/x/y',
    '/console',
    '/nowhere',
  ])
    expect(needsSession(path), path).toBe(true)
})
