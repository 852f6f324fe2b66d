import type { Lives } from './step.js'

const org = 'organizations/acme'
const declined = Object.fromEntries(
  [
    ...['manage-policies', 'manage-policy-overrides', 'delegate-policy-overrides', 'manage-vcs-settings'],
    ...['manage-run-tasks', 'manage-projects', 'read-workspaces', 'read-projects', 'manage-membership'],
    ...['manage-teams', 'manage-organization-access', 'access-secret-teams', 'manage-agent-pools'],
  ].map((right) => [right, false]),
)
const rights = { 'manage-modules': true, 'manage-providers': false, ...declined }
const settings = {
  'collaborator-auth-policy': 'password',
  'enforce-hyok': false,
  'max-ttl-enabled': false,
  'speculative-plan-management-enabled': true,
  'user-tokens-enabled': true,
}

/** Attributes of an organization that have no effect here. */
const unused = {
  'assessments-enforced': true,
  'cost-estimation-enabled': true,
  'owners-team-saml-role-id': 'owners',
  'send-passing-statuses-for-untriggered-speculative-plans': true,
}

/** Organizations and their people, as `vendor-provider.ts` has them. */
export const people: Lives = {
  'default settings of an organization': [
    {
      ask: ['PATCH', org],
      type: 'organizations',
      attributes: { 'default-execution-mode': 'local' },
      compares: { 'default-execution-mode': 'local' },
    },
    { ask: ['GET', org], compares: { 'default-execution-mode': 'local' } },
    { ask: ['PATCH', org], type: 'organizations', attributes: { 'default-execution-mode': 'remote' } },
  ],
  organization: [
    {
      ask: ['POST', 'organizations'],
      type: 'organizations',
      attributes: { name: 'fresh', email: 'fresh@example.com' },
    },
    {
      ask: ['PATCH', 'organizations/fresh'],
      type: 'organizations',
      attributes: {
        ...{ name: 'fresh', email: 'fresh@example.com', 'session-timeout': 60 },
        ...{ 'allow-force-delete-workspaces': false, ...settings },
      },
    },
    {
      ask: ['PATCH', 'organizations/fresh'],
      type: 'organizations',
      attributes: {
        ...{ name: 'fresh', email: 'other@example.com', 'allow-force-delete-workspaces': true, ...settings },
        ...{ 'stacks-enabled': false, ...unused },
      },
    },
    {
      ask: ['GET', 'organizations/fresh'],
      is: 'organizations',
      compares: {
        name: 'fresh',
        email: 'other@example.com',
        'session-timeout': 60,
        'session-remember': 0,
        ...unused,
        'allow-force-delete-workspaces': true,
        ...settings,
      },
    },
    { ask: ['DELETE', 'organizations/fresh'] },
    { ask: ['GET', 'organizations/fresh'], status: 404 },
  ],
  'team, its members and its tokens': [
    {
      ask: ['POST', `${org}/teams`],
      type: 'teams',
      attributes: {
        name: 'Platform Team',
        visibility: 'secret',
        'organization-access': { ...rights, 'manage-policies': true, 'manage-workspaces': true },
        'allow-member-token-management': true,
      },
      as: 'team',
    },
    {
      ask: ['GET', 'teams/{team}'],
      is: 'teams',
      compares: {
        'organization-access': { ...rights, 'manage-policies': true, 'manage-workspaces': true },
      },
    },
    {
      ask: ['PATCH', 'teams/{team}'],
      type: 'teams',
      attributes: {
        name: 'Platform Team',
        visibility: 'organization',
        'sso-team-id': '',
        'organization-access': { ...rights, 'manage-workspaces': false },
        'allow-member-token-management': true,
      },
    },
    {
      ask: ['GET', 'teams/{team}'],
      is: 'teams',
      compares: {
        name: 'Platform Team',
        visibility: 'organization',
        'sso-team-id': '',
        'organization-access': { ...rights, 'manage-workspaces': false },
        'allow-member-token-management': true,
      },
    },
    { ask: ['POST', 'teams/{team}/relationships/users'], linkage: [['users', 'mel']], status: 204 },
    { ask: ['GET', 'teams/{team}?include=users'], compares: { 'users-count': 1 }, brings: ['users'] },
    { ask: ['DELETE', 'teams/{team}/relationships/users'], linkage: [['users', 'mel']] },
    {
      ask: ['POST', 'teams/{team}/relationships/organization-memberships'],
      linkage: [['organization-memberships', '{mel}']],
      status: 204,
    },
    { ask: ['GET', 'teams/{team}?include=organization-memberships'], brings: ['organization-memberships'] },
    // 0.80 asks so instead.
    {
      ask: ['GET', 'teams/{team}/relationships/organization-memberships?page%5Bsize%5D=100'],
      lists: ['{mel}'],
    },
    {
      ask: ['DELETE', 'teams/{team}/relationships/organization-memberships'],
      linkage: [['organization-memberships', '{mel}']],
    },
    { ask: ['GET', 'teams/{team}/authentication-token'], status: 404 },
    { ask: ['POST', 'teams/{team}/authentication-token'], type: '', as: 'plain' },
    {
      ask: ['GET', 'teams/{team}/authentication-token'],
      is: 'authentication-tokens',
      compares: { description: '' },
      follows: { team: 'teams', 'created-by': 'users' },
    },
    {
      ask: ['POST', 'teams/{team}/authentication-tokens'],
      type: '',
      attributes: { description: 'ci' },
      as: 'token',
    },
    {
      ask: ['GET', 'authentication-tokens/{token}'],
      is: 'authentication-tokens',
      compares: { description: 'ci' },
      follows: { team: 'teams' },
    },
    { ask: ['DELETE', 'authentication-tokens/{token}'] },
    { ask: ['DELETE', 'teams/{team}/authentication-token'] },
    { ask: ['DELETE', 'teams/{team}'] },
    { ask: ['GET', 'teams/{team}'], status: 404 },
  ],
  'organization token': [
    { ask: ['GET', `${org}/authentication-token`], status: 404 },
    { ask: ['POST', `${org}/authentication-token`], type: '' },
    { ask: ['GET', `${org}/authentication-token`], follows: { 'created-by': 'users' } },
    { ask: ['DELETE', `${org}/authentication-token`] },
    { ask: ['GET', `${org}/authentication-token`], status: 404 },
    // 0.80 sends it so.
    { ask: ['POST', `${org}/authentication-token`], type: 'authentication-tokens', attributes: {} },
    { ask: ['DELETE', `${org}/authentication-token`] },
  ],
  'audit trail token': [
    { ask: ['GET', `${org}/authentication-token?token=audit-trails`], status: 404 },
    {
      ask: ['POST', `${org}/authentication-token?token=audit-trails`],
      type: '',
      attributes: { 'expired-at': '2027-09-01T00:00:00Z' },
    },
    {
      ask: ['GET', `${org}/authentication-token?token=audit-trails`],
      compares: { 'expired-at': '2027-09-01T00:00:00.000Z' },
    },
    { ask: ['DELETE', `${org}/authentication-token?token=audit-trails`] },
    { ask: ['GET', `${org}/authentication-token?token=audit-trails`], status: 404 },
  ],
  'membership of a person who is there': membershipOf('nia@example.com'),
  'membership of a new address': membershipOf('new@example.com', { status: 'invited' }),
}

function membershipOf(email: string, more: object = {}): Lives[string] {
  return [
    {
      ask: ['POST', `${org}/organization-memberships`],
      type: 'organization-memberships',
      attributes: { email },
      follows: { user: 'users', organization: 'organizations' },
      brings: ['users'],
      as: 'membership',
    },
    {
      ask: ['GET', 'organization-memberships/{membership}?include=user'],
      compares: { email, ...more },
      follows: { user: 'users', organization: 'organizations' },
      brings: ['users'],
    },
    { ask: ['DELETE', 'organization-memberships/{membership}'] },
    { ask: ['GET', 'organization-memberships/{membership}?include=user'], status: 404 },
  ]
}
