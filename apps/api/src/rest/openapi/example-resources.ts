import { omitted } from './omitted.js'
import { stateExamples } from './state-examples.js'
import { webhookExamples } from './webhook-examples.js'

type Json = Readonly<Record<string, unknown>>

const sha = '9f8c3a1e5b7d2046c8e1f3a5b7d90246813579bdf02468ace13579bdf0246813'
const linux = { url: 'https://releases.example.com/engine_1.9.0_linux_amd64.zip', sha }
const provider = '/api/v2/organizations/acme/registry-providers/private/acme/widgets'
const armor = [
  '-----BEGIN PGP PUBLIC KEY BLOCK-----',
  '',
  'mDMEZxkQ…',
  '-----END PGP PUBLIC KEY BLOCK-----',
].join('\n')

/** One resource of each type, as answers hold it and, where attributes can be written, as bodies do. */
export const exampleResources: Readonly<Record<string, Json>> = {
  'engine-versions': {
    id: 'tool-L4oe7rNwn7J4E5Yr',
    attributes: {
      version: '1.9.0',
      ...linux,
      'deprecated-reason': null,
      'end-of-life': { date: '2027-06-30T00:00:00.000Z', reason: 'Use 1.10' },
      enabled: true,
      usage: 12,
      'seen-recently': 14,
      archs: [{ ...linux, os: 'linux', arch: 'amd64' }],
    },
    links: { self: '/api/v2/admin/engine-versions/tool-L4oe7rNwn7J4E5Yr' },
  },
  organizations: {
    id: 'acme',
    attributes: {
      name: 'acme',
      'external-id': 'org-gx1DfmkpJ3qGmQWT',
      email: 'platform@example.com',
      'notification-email': 'platform@example.com',
      'workspace-limit': 100,
      'apply-timeout': '12h',
      'plan-timeout': '1h30m',
      'engine-build-worker-apply-timeout': '12h',
      'engine-build-worker-plan-timeout': '1h30m',
      'engine-worker-sudo-enabled': false,
      'user-tokens-enabled': true,
      'speculative-plan-management-enabled': true,
      'engine-policy': 'warn',
      'session-timeout': null,
      'session-remember': null,
      'owners-team-saml-role-id': null,
      'sso-groups': ['platform-team'],
    },
    relationships: {
      'module-consumers': {
        links: { related: '/api/v2/admin/organizations/acme/relationships/module-consumers' },
      },
      'provider-consumers': {
        links: { related: '/api/v2/admin/organizations/acme/relationships/provider-consumers' },
      },
      'entitlement-set': { links: { related: '/api/v2/organizations/acme/entitlement-set' } },
      'module-producers': { links: { related: '/api/v2/organizations/acme/relationships/module-producers' } },
    },
    meta: { 'sharing-ends-at': '2027-06-30T00:00:00.000Z' },
    links: { self: '/api/v2/organizations/acme' },
  },
  'registry-partnerships': {
    attributes: {
      'module-consumers': ['globex'],
      module_consumers: omitted,
      provider_consumers: omitted,
      'provider-consumers': [{ name: 'globex', 'ends-at': '2027-06-30T00:00:00.000Z' }],
    },
  },
  ...webhookExamples,
  'entitlement-sets': {
    id: 'org-gx1DfmkpJ3qGmQWT',
    links: { self: '/api/v2/organizations/acme/entitlement-set' },
  },
  users: {
    id: 'user-V3R563qtJNcExAkN',
    attributes: {
      username: 'ana',
      email: 'ana@example.com',
      'email-verified': true,
      'unconfirmed-email': omitted,
      password: 'correct horse battery',
      password_confirmation: 'correct horse battery',
      current_password: 'a former password',
      code: '123456',
      mailed: true,
    },
    links: { self: '/api/v2/users/user-V3R563qtJNcExAkN' },
  },
  'authentication-tokens': {
    id: 'at-6yEmxNAhaoQLH1Da',
    attributes: {
      description: 'Continuous integration',
      'last-used-at': '2026-03-02T08:15:00.000Z',
      'last-used-address': '203.0.113.7',
      'expired-at': '2028-03-01T09:30:00.000Z',
      scopes: ['registry'],
      token: null,
    },
    links: { self: '/api/v2/authentication-tokens/at-6yEmxNAhaoQLH1Da' },
  },
  'organization-memberships': {
    id: 'ou-oXDgmsn6g2VJ7ZUH',
    attributes: { status: 'active', email: 'ana@example.com', 'invitation-url': omitted, mailed: omitted },
    links: { self: '/api/v2/organization-memberships/ou-oXDgmsn6g2VJ7ZUH' },
  },
  teams: {
    id: 'team-6p5jTwJQXwqZBncC',
    attributes: { name: 'platform', 'sso-team-id': null, 'allow-member-token-management': true },
    relationships: {
      'organization-memberships': omitted,
      'authentication-token': {
        links: { related: '/api/v2/teams/team-6p5jTwJQXwqZBncC/authentication-token' },
      },
    },
    links: { self: '/api/v2/teams/team-6p5jTwJQXwqZBncC' },
  },
  ...stateExamples,
  'registry-modules': {
    id: 'mod-zd5PWgp4vK4ZJ7Bk',
    attributes: {
      name: 'network',
      namespace: 'acme',
      provider: 'aws',
      status: 'setup_complete',
      'registry-name': 'private',
      'version-statuses': [{ version: '1.0.0', status: 'ok' }],
      'source-url': 'https://git.example.com/acme/network',
      description: 'A network with subnets',
      verified: true,
    },
    links: { self: '/api/v2/organizations/acme/registry-modules/private/acme/network/aws' },
  },
  'registry-module-versions': {
    id: 'modver-qjjF7ArLXJSWU3WU',
    attributes: {
      version: '1.0.0',
      status: 'ok',
      error: null,
      warnings: [],
      deprecation: {
        'deprecated-status': 'Deprecated',
        reason: 'Superseded by 2.0.0',
        link: 'https://git.example.com/acme/network/releases',
      },
      revocation: null,
      'end-of-life': null,
    },
    links: { upload: omitted },
  },
  'registry-providers': {
    id: 'prov-cmEmLstBfjNNA9F3',
    attributes: {
      name: 'widgets',
      namespace: 'acme',
      'registry-name': 'private',
      deprecation: { 'deprecated-status': 'Deprecated', reason: 'Use acme/gadgets', link: null },
      warnings: [],
      revocation: omitted,
    },
    relationships: {
      versions: { links: { related: `${provider}/versions` } },
      'registry-provider-versions': omitted,
    },
    links: { self: provider },
  },
  'registry-provider-versions': {
    id: 'provver-y5KZUsSBRLV9zCtL',
    attributes: {
      version: '1.0.0',
      'key-id': '32966F3FB5AC1129',
      protocols: ['5.0'],
      'publication-error': null,
      warnings: [],
      'end-of-life': null,
      deprecation: { 'deprecated-status': 'Revoked', reason: 'It leaks credentials', link: null },
      revocation: omitted,
    },
    relationships: { platforms: { links: { related: `${provider}/versions/1.0.0/platforms` } } },
    links: {
      self: `${provider}/versions/1.0.0`,
      'shasums-upload': omitted,
      'shasums-download': omitted,
      'shasums-sig-upload': omitted,
      'shasums-sig-download': omitted,
    },
  },
  'registry-provider-platforms': {
    id: 'provpltfrm-GSHhNzptr9s3WoLD',
    attributes: {
      os: 'linux',
      arch: 'amd64',
      shasum: sha,
      filename: 'engine-provider-widgets_1.0.0_linux_amd64.zip',
      warnings: [],
    },
    links: {
      self: `${provider}/versions/1.0.0/platforms/linux/amd64`,
      'provider-binary-upload': omitted,
      'provider-binary-download': omitted,
    },
  },
  'audit-events': {
    id: '4711',
    attributes: {
      'actor-type': 'user',
      'actor-id': 'user-V3R563qtJNcExAkN',
      'actor-name': 'ana',
      'token-id': 'at-Zf4uQxBmPZ2sYVNd',
      face: 'console',
      address: '192.0.2.7',
      'request-id': '0d4a6f0e-8a53-4d43-9c3f-0a8c1a0b7f11',
      'organization-id': null,
      'organization-name': null,
      'administrator-override': false,
      'target-id': 'tool-L4oe7rNwn7J4E5Yr',
      'target-name': '1.9.0',
      before: { enabled: true },
      after: { enabled: false },
      reason: 'Has a known fault',
    },
  },
  'gpg-keys': {
    id: 'gpg-R1sR6aJ9qfYj2kQp',
    attributes: {
      namespace: 'acme',
      'key-id': '32966F3FB5AC1129',
      'ascii-armor': armor,
      source: '',
      'source-url': null,
      'trust-signature': '',
    },
    links: { self: '/api/registry/private/v2/gpg-keys/acme/32966F3FB5AC1129' },
  },
}

/** What has the same example wherever it stands, by its name. */
export const otherExamples: Json = {
  at: '2026-03-01T09:30:00.000Z',
  'created-at': '2026-03-01T09:30:00.000Z',
  'updated-at': '2026-03-01T09:30:00.000Z',
  'prev-page': null,
  'next-page': null,
  'page-size': 20,
  disabled: 0,
  'invitation-url': 'https://console.example.com/invitations/engv_rNwn7J4E5Yr6p5jTwJQXwqZB',
  username: 'ana',
  email: 'ana@example.com',
  password: 'correct horse battery',
  token: 'engu_L4oe7rNwn7J4E5Yr6p5jTwJQ',
}
