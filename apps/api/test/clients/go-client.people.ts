import type { Lives } from './step.js'

const org = 'organizations/acme'
/** Its own helper asks for them whenever it makes a team. */
const further = {
  'manage-policies': true,
  'manage-policy-overrides': true,
  'delegate-policy-overrides': true,
}

/** Organizations and their people, as `go-client.ts` has them. */
export const people: Lives = {
  'the first requests': [
    { ask: ['GET', 'ping'], status: 204 },
    { ask: ['GET', 'account/details'], status: 200, is: 'users', compares: { username: 'root' } },
  ],
  organization: [
    {
      ask: ['POST', 'organizations'],
      type: 'organizations',
      attributes: {
        ...{ name: 'tst-fresh', email: 'fresh@example.com' },
        ...{ 'cost-estimation-enabled': true, 'stacks-enabled': true },
      },
      status: 201,
    },
    {
      ask: ['POST', 'organizations'],
      type: 'organizations',
      attributes: { name: 'tst-fresh', email: 'fresh@example.com' },
      status: 422,
      says: 'Name has already been taken',
    },
    { ask: ['GET', 'organizations?q=tst-fresh'], status: 200, is: 'organizations', lists: ['tst-fresh'] },
    { ask: ['GET', 'organizations?q=fresh%40example.com'], status: 200, lists: ['tst-fresh'] },
    {
      ask: ['PATCH', 'organizations/tst-fresh'],
      type: 'organizations',
      attributes: {
        ...{ name: 'tst-renamed', email: 'other@example.com' },
        ...{ 'default-execution-mode': 'local', 'session-remember': 3600, 'session-timeout': 3600 },
      },
      status: 200,
    },
    {
      ask: ['PATCH', 'organizations/tst-renamed'],
      type: 'organizations',
      attributes: { 'allow-force-delete-workspaces': false },
      status: 200,
    },
    {
      ask: ['GET', 'organizations/tst-renamed'],
      status: 200,
      is: 'organizations',
      compares: {
        ...{ name: 'tst-renamed', email: 'other@example.com' },
        ...{ 'default-execution-mode': 'local', 'session-remember': 3600, 'session-timeout': 3600 },
        ...{ 'cost-estimation-enabled': true, permissions: { 'can-destroy': true } },
      },
    },
    {
      ask: ['GET', 'organizations/tst-renamed/entitlement-set'],
      status: 200,
      is: 'entitlement-sets',
      compares: { 'private-module-registry': true },
    },
    // It asks whenever an organization is to go.
    { ask: ['GET', 'organizations/tst-renamed/stacks?page%5Bsize%5D=100'], status: 404 },
    { ask: ['DELETE', 'organizations/tst-renamed'], status: 204 },
    { ask: ['GET', 'organizations/tst-renamed'], status: 404 },
  ],
  'organization of the administration': [
    {
      ask: ['GET', 'admin/organizations?include=owners'],
      status: 200,
      is: 'organizations',
      brings: ['users'],
    },
    { ask: ['GET', 'admin/organizations?q=acme'], status: 200, lists: ['acme'] },
    { ask: ['GET', 'admin/organizations?q=random-org-name'], status: 200, lists: [] },
    {
      ask: ['PATCH', 'admin/organizations/acme'],
      type: '',
      attributes: {
        ...{ 'access-beta-tools': true, 'global-module-sharing': false, 'is-disabled': false },
        ...{ 'terraform-build-worker-apply-timeout': '24h', 'terraform-build-worker-plan-timeout': '2h' },
        ...{ 'terraform-worker-sudo-enabled': true, 'workspace-limit': 42 },
      },
      status: 200,
    },
    {
      ask: ['GET', 'admin/organizations/acme'],
      status: 200,
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
      status: 200,
      is: 'organizations',
      lists: ['beta'],
    },
    { ask: ['GET', 'admin/users?filter%5Badmin%5D=true'], status: 200, is: 'users' },
    { ask: ['GET', 'admin/users?q=nia'], status: 200, is: 'users' },
  ],
  'team with its members': [
    {
      ask: ['POST', `${org}/teams`],
      type: 'teams',
      attributes: {
        name: 'tst',
        'organization-access': { 'manage-modules': true, 'manage-providers': true, ...further },
      },
      status: 201,
      as: 'team',
    },
    {
      ask: ['GET', `${org}/teams?filter%5Bnames%5D=tst%2Cother`],
      status: 200,
      is: 'teams',
      lists: ['{team}'],
    },
    { ask: ['GET', `${org}/teams?page%5Bnumber%5D=999&page%5Bsize%5D=100`], status: 200, lists: [] },
    { ask: ['POST', 'teams/{team}/relationships/users'], linkage: [['users', 'mel']], status: 204 },
    {
      ask: ['GET', 'teams/{team}?include=users'],
      status: 200,
      is: 'teams',
      compares: {
        ...{ name: 'tst', 'users-count': 1 },
        'organization-access': { 'manage-modules': true, 'manage-providers': true, ...further },
      },
      brings: ['users'],
    },
    { ask: ['DELETE', 'teams/{team}/relationships/users'], linkage: [['users', 'mel']], status: 204 },
    { ask: ['DELETE', 'teams/{team}'], status: 204 },
    { ask: ['GET', 'teams/{team}'], status: 404 },
  ],
  'tokens of a team': [
    { ask: ['POST', `${org}/teams`], type: 'teams', attributes: { name: 'ci' }, status: 201, as: 'team' },
    { ask: ['POST', 'teams/{team}/authentication-token'], type: '', status: 201, as: 'plain' },
    { ask: ['GET', 'account/details'], by: 'plain', status: 200, is: 'users' },
    {
      ask: ['POST', 'teams/{team}/authentication-tokens'],
      type: '',
      attributes: { description: 'first', 'expired-at': '2026-11-24T23:11:43Z' },
      status: 201,
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
      status: 200,
      is: 'authentication-tokens',
      follows: { team: 'teams', 'created-by': 'users' },
    },
    { ask: ['GET', `${org}/team-tokens?q=ci`], status: 200, is: 'authentication-tokens' },
    {
      ask: ['GET', `${org}/team-tokens?sort=expired-at`],
      status: 200,
      is: 'authentication-tokens',
      lists: ['{first}', '{plain}'],
    },
    { ask: ['GET', `${org}/team-tokens?sort=-expired-at`], status: 200, lists: ['{plain}', '{first}'] },
    { ask: ['DELETE', 'authentication-tokens/{first}'], status: 204 },
    { ask: ['GET', 'account/details'], by: 'first', status: 401 },
    { ask: ['DELETE', 'teams/{team}/authentication-token'], status: 204 },
    { ask: ['GET', 'teams/{team}/authentication-token'], status: 404 },
  ],
  'tokens of an organization and of a user': [
    { ask: ['POST', `${org}/authentication-token`], type: '', status: 201, as: 'former' },
    { ask: ['GET', 'account/details'], by: 'former', status: 200, is: 'users' },
    {
      ask: ['POST', `${org}/authentication-token`],
      type: '',
      attributes: { 'expired-at': '2026-11-24T23:08:33Z' },
      status: 201,
      compares: { 'expired-at': '2026-11-24T23:08:33.000Z' },
    },
    { ask: ['GET', 'account/details'], by: 'former', status: 401 },
    { ask: ['DELETE', `${org}/authentication-token`], status: 204 },
    { ask: ['DELETE', `${org}/authentication-token`], status: 404 },
    {
      ask: ['POST', 'users/{root}/authentication-tokens'],
      type: '',
      attributes: { description: 'tst' },
      status: 201,
      compares: { description: 'tst' },
      as: 'own',
    },
    { ask: ['GET', 'users/{root}/authentication-tokens'], status: 200, is: 'authentication-tokens' },
    {
      ask: ['GET', 'account/details'],
      by: 'own',
      status: 200,
      is: 'users',
      compares: { username: 'root', 'is-service-account': false },
    },
    { ask: ['DELETE', 'authentication-tokens/{own}'], status: 204 },
  ],
  membership: [
    {
      ask: ['POST', `${org}/organization-memberships`],
      type: 'organization-memberships',
      attributes: { email: 'tst@example.com' },
      relationships: { teams: { data: [] } },
      status: 201,
      compares: { email: 'tst@example.com', status: 'invited' },
      follows: { user: 'users', organization: 'organizations' },
      // Read without asking: it looks at the address of the user.
      brings: ['users'],
      as: 'membership',
    },
    {
      ask: ['GET', `${org}/organization-memberships?filter%5Bemail%5D=tst%40example.com%2Cno%40example.com`],
      status: 200,
      is: 'organization-memberships',
      lists: ['{membership}'],
    },
    {
      ask: ['GET', `${org}/organization-memberships?filter%5Bstatus%5D=invited`],
      status: 200,
      lists: ['{membership}'],
    },
    {
      ask: ['GET', `${org}/organization-memberships?q=tst%40example.com`],
      status: 200,
      lists: ['{membership}'],
    },
    { ask: ['GET', `${org}/organization-memberships?include=user`], status: 200, brings: ['users'] },
    { ask: ['DELETE', 'organization-memberships/{membership}'], status: 204 },
    { ask: ['GET', 'organization-memberships/{membership}'], status: 404 },
  ],
}
