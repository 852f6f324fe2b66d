import type { Lives } from './step.js'

const org = 'organizations/acme'
/** Permissions that its own helper adds whenever it creates a team. */
const further = {
  'manage-policies': true,
  'manage-policy-overrides': true,
  'delegate-policy-overrides': true,
}

/** Organizations and their people, as `go-client.ts` has them. */
export const people: Lives = {
  'the first requests': [
    { ask: ['GET', 'ping'], status: 204 },
    { ask: ['GET', 'account/details'], is: 'users', compares: { username: 'root' } },
  ],
  organization: [
    {
      ask: ['POST', 'organizations'],
      type: 'organizations',
      attributes: {
        ...{ name: 'tst-fresh', email: 'fresh@example.com' },
        ...{ 'cost-estimation-enabled': true, 'stacks-enabled': true },
      },
    },
    {
      ask: ['POST', 'organizations'],
      type: 'organizations',
      attributes: { name: 'tst-fresh', email: 'fresh@example.com' },
      status: 422,
      says: 'Name has already been taken',
    },
    { ask: ['GET', 'organizations?q=tst-fresh'], is: 'organizations', lists: ['tst-fresh'] },
    { ask: ['GET', 'organizations?q=fresh%40example.com'], lists: ['tst-fresh'] },
    {
      ask: ['PATCH', 'organizations/tst-fresh'],
      type: 'organizations',
      attributes: {
        ...{ name: 'tst-renamed', email: 'other@example.com' },
        ...{ 'default-execution-mode': 'local', 'session-remember': 3600, 'session-timeout': 3600 },
      },
    },
    {
      ask: ['PATCH', 'organizations/tst-renamed'],
      type: 'organizations',
      attributes: { 'allow-force-delete-workspaces': false },
    },
    {
      ask: ['GET', 'organizations/tst-renamed'],
      is: 'organizations',
      compares: {
        ...{ name: 'tst-renamed', email: 'other@example.com' },
        ...{ 'default-execution-mode': 'local', 'session-remember': 3600, 'session-timeout': 3600 },
        ...{ 'cost-estimation-enabled': true, permissions: { 'can-destroy': true } },
      },
    },
    {
      ask: ['GET', 'organizations/tst-renamed/entitlement-set'],
      is: 'entitlement-sets',
      compares: { 'private-module-registry': true },
    },
    // It asks whenever an organization is to go.
    { ask: ['GET', 'organizations/tst-renamed/stacks?page%5Bsize%5D=100'], status: 404 },
    { ask: ['DELETE', 'organizations/tst-renamed'] },
    { ask: ['GET', 'organizations/tst-renamed'], status: 404 },
  ],
  'organization of the administration': [
    { ask: ['GET', 'admin/organizations?include=owners'], is: 'organizations', brings: ['users'] },
    { ask: ['GET', 'admin/organizations?q=acme'], lists: ['acme'] },
    { ask: ['GET', 'admin/organizations?q=random-org-name'], lists: [] },
    {
      ask: ['PATCH', 'admin/organizations/acme'],
      type: '',
      attributes: {
        ...{ 'access-beta-tools': true, 'global-module-sharing': false, 'is-disabled': false },
        ...{ 'terraform-build-worker-apply-timeout': '24h', 'terraform-build-worker-plan-timeout': '2h' },
        ...{ 'terraform-worker-sudo-enabled': true, 'workspace-limit': 42 },
      },
    },
    {
      ask: ['GET', 'admin/organizations/acme'],
      is: 'organizations',
      compares: {
        ...{ 'access-beta-tools': true, 'global-module-sharing': false, 'is-disabled': false },
        ...{ 'terraform-build-worker-apply-timeout': '24h', 'terraform-build-worker-plan-timeout': '2h' },
        ...{ 'terraform-worker-sudo-enabled': true, 'workspace-limit': 42 },
      },
    },
    {
      ask: ['PATCH', 'admin/organizations/acme/relationships/module-consumers'],
      linkage: [['organizations', 'beta']],
      status: 204,
    },
    {
      ask: ['GET', 'admin/organizations/acme/relationships/module-consumers'],
      is: 'organizations',
      lists: ['beta'],
    },
    { ask: ['GET', 'admin/users?filter%5Badmin%5D=true'], is: 'users' },
    { ask: ['GET', 'admin/users?q=nia'], is: 'users' },
  ],
  'team with its members': [
    {
      ask: ['POST', `${org}/teams`],
      type: 'teams',
      attributes: {
        name: 'tst',
        'organization-access': { 'manage-modules': true, 'manage-providers': true, ...further },
      },
      as: 'team',
    },
    { ask: ['GET', `${org}/teams?filter%5Bnames%5D=tst%2Cother`], is: 'teams', lists: ['{team}'] },
    { ask: ['GET', `${org}/teams?page%5Bnumber%5D=999&page%5Bsize%5D=100`], lists: [] },
    { ask: ['POST', 'teams/{team}/relationships/users'], linkage: [['users', 'mel']], status: 204 },
    {
      ask: ['GET', 'teams/{team}?include=users'],
      is: 'teams',
      compares: {
        ...{ name: 'tst', 'users-count': 1 },
        'organization-access': { 'manage-modules': true, 'manage-providers': true, ...further },
      },
      brings: ['users'],
    },
    { ask: ['DELETE', 'teams/{team}/relationships/users'], linkage: [['users', 'mel']] },
    { ask: ['DELETE', 'teams/{team}'] },
    { ask: ['GET', 'teams/{team}'], status: 404 },
  ],
  'tokens of a team': [
    { ask: ['POST', `${org}/teams`], type: 'teams', attributes: { name: 'ci' }, as: 'team' },
    { ask: ['POST', 'teams/{team}/authentication-token'], type: '', as: 'plain' },
    { ask: ['GET', 'account/details'], by: 'plain', is: 'users' },
    {
      ask: ['POST', 'teams/{team}/authentication-tokens'],
      type: '',
      attributes: { description: 'first', 'expired-at': '2026-11-24T23:11:43Z' },
      is: 'authentication-tokens',
      compares: { description: 'first', 'expired-at': '2026-11-24T23:11:43.000Z' },
      as: 'first',
    },
    {
      ask: ['POST', 'teams/{team}/authentication-tokens'],
      type: '',
      attributes: { description: 'first' },
      status: 422,
      says: 'Validation failed: Description has already been taken',
    },
    {
      ask: ['GET', 'authentication-tokens/{first}'],
      is: 'authentication-tokens',
      follows: { team: 'teams', 'created-by': 'users' },
    },
    { ask: ['GET', `${org}/team-tokens?q=ci`], is: 'authentication-tokens' },
    {
      ask: ['GET', `${org}/team-tokens?sort=expired-at`],
      is: 'authentication-tokens',
      lists: ['{first}', '{plain}'],
    },
    { ask: ['GET', `${org}/team-tokens?sort=-expired-at`], lists: ['{plain}', '{first}'] },
    { ask: ['DELETE', 'authentication-tokens/{first}'] },
    { ask: ['GET', 'account/details'], by: 'first', status: 401 },
    { ask: ['DELETE', 'teams/{team}/authentication-token'] },
    { ask: ['GET', 'teams/{team}/authentication-token'], status: 404 },
  ],
  'tokens of an organization and of a user': [
    { ask: ['POST', `${org}/authentication-token`], type: '', as: 'former' },
    { ask: ['GET', 'account/details'], by: 'former', is: 'users' },
    {
      ask: ['POST', `${org}/authentication-token`],
      type: '',
      attributes: { 'expired-at': '2026-11-24T23:08:33Z' },
      compares: { 'expired-at': '2026-11-24T23:08:33.000Z' },
    },
    { ask: ['GET', 'account/details'], by: 'former', status: 401 },
    { ask: ['DELETE', `${org}/authentication-token`] },
    { ask: ['DELETE', `${org}/authentication-token`], status: 404 },
    {
      ask: ['POST', 'users/{root}/authentication-tokens'],
      type: '',
      attributes: { description: 'tst' },
      compares: { description: 'tst' },
      as: 'own',
    },
    { ask: ['GET', 'users/{root}/authentication-tokens'], is: 'authentication-tokens' },
    {
      ask: ['GET', 'account/details'],
      by: 'own',
      is: 'users',
      compares: { username: 'root', 'is-service-account': false },
    },
    { ask: ['DELETE', 'authentication-tokens/{own}'] },
  ],
  membership: [
    {
      ask: ['POST', `${org}/organization-memberships`],
      type: 'organization-memberships',
      attributes: { email: 'tst@example.com' },
      relationships: { teams: { data: [] } },
      compares: { email: 'tst@example.com', status: 'invited' },
      follows: { user: 'users', organization: 'organizations' },
      // Read without asking: it looks at the address of the user.
      brings: ['users'],
      as: 'membership',
    },
    {
      ask: ['GET', `${org}/organization-memberships?filter%5Bemail%5D=tst%40example.com%2Cno%40example.com`],
      is: 'organization-memberships',
      lists: ['{membership}'],
    },
    { ask: ['GET', `${org}/organization-memberships?filter%5Bstatus%5D=invited`], lists: ['{membership}'] },
    { ask: ['GET', `${org}/organization-memberships?q=tst%40example.com`], lists: ['{membership}'] },
    { ask: ['GET', `${org}/organization-memberships?include=user`], brings: ['users'] },
    { ask: ['DELETE', 'organization-memberships/{membership}'] },
    { ask: ['GET', 'organization-memberships/{membership}'], status: 404 },
  ],
}
