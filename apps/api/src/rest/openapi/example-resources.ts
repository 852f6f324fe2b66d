/** In place of an optional thing that would be out of place in an example. */
export const omitted = Symbol('omitted')

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

/** A resource of each type, as answers and bodies hold it; examples of its schema stand there alone. */
export const exampleResources: Readonly<Record<string, Json>> = {
  'engine-versions': {
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
      'user-tokens-enabled': true,
      'speculative-plan-management-enabled': true,
      'engine-policy': 'warn',
      'public-providers': 'listed',
      'provider-cooldown': '72h',
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
  webhooks: {
    id: 'wh-2bX9mKqTz7RfWc4L',
    attributes: {
      name: 'Chat of the platform team',
      url: 'https://hooks.example.com/engine',
      enabled: true,
      triggers: ['module-version.deprecated', 'module-version.published'],
      secret: null,
      'former-secret-until': null,
      'failing-since': null,
      'disabled-reason': null,
    },
    links: { self: '/api/v2/webhooks/wh-2bX9mKqTz7RfWc4L' },
  },
  'webhook-deliveries': {
    attributes: {
      trigger: 'module-version.published',
      payload: '{"type":"module-version.published","timestamp":"2026-03-14T09:26:53.000Z","data":{}}',
      status: 'delivered',
      'next-attempt-at': null,
      'last-attempt-at': '2026-03-14T09:26:54.000Z',
      'response-status': 204,
      'response-body': '',
      problem: null,
    },
    links: { self: '/api/v2/webhook-deliveries/msg-8QvJ3nYhD5sGx1Pe' },
  },
  'entitlement-sets': {
    links: { self: '/api/v2/organizations/acme/entitlement-set' },
  },
  users: {
    id: 'user-V3R563qtJNcExAkN',
    attributes: {
      'email-verified': true,
      'unconfirmed-email': omitted,
      password_confirmation: 'correct horse battery',
      current_password: 'a former password',
      code: '123456',
      mailed: true,
    },
    links: { self: '/api/v2/users/user-V3R563qtJNcExAkN' },
  },
  'authentication-tokens': {
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
    attributes: { status: 'active', 'invitation-url': omitted, mailed: omitted },
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
  workspaces: {
    id: 'ws-SihZTyXKfNXUWuUa',
    attributes: {
      name: 'network-production',
      'engine-version': '1.9.0',
      'engine-version-status': {
        enabled: true,
        deprecated: true,
        'deprecated-reason': 'Superseded by 1.11.4',
        newest: '1.11.4',
      },
      description: 'The network of production',
      'allow-destroy-plan': true,
      'file-triggers-enabled': true,
      'setting-overwrites': { 'execution-mode': false, 'agent-pool': false },
      'source-name': null,
      'source-url': null,
      'trigger-prefixes': [],
      'working-directory': null,
      'speculative-enabled': true,
      'structured-run-output-enabled': true,
      locked: true,
      'locked-at': '2026-03-01T12:00:00.000Z',
      'lock-reason': 'Locked by the engine',
      'locked-reason': 'Locked by the engine',
      reason: 'Locked by the engine',
      'resource-count': 12,
      'tag-names': ['production'],
    },
    links: {
      self: '/api/v2/organizations/acme/workspaces/network-production',
      'self-html': '/app/acme/workspaces/network-production',
    },
  },
  tags: { attributes: { name: 'production', 'instance-count': 3 } },
  'tag-bindings': { attributes: { key: 'env', value: 'production' } },
  'workspace-outputs': { id: 'wsout-J2zM24JPFbfc7bE5' },
  'effective-tag-bindings': { id: 'tag-jKeTuVuKMkQRqXNV', attributes: { key: 'env', value: 'production' } },
  resources: {
    attributes: {
      address: 'module.network.aws_subnet.private[0]',
      name: 'private',
      module: 'module.network',
      provider: 'acme/aws',
      'provider-type': 'aws_subnet',
      'name-index': '0',
    },
  },
  'state-versions': {
    id: 'sv-SDboVZC8TCxXEneJ',
    attributes: {
      'finalized-at': '2026-03-01T12:00:00.000Z',
      status: 'finalized',
      serial: 7,
      lineage: 'a3ee9f0c-9d7b-4b8b-8f0e-6a2f7f0b6d11',
      md5: 'd41d8cd98f00b204e9800998ecf8427e',
      state: omitted,
      'json-state': omitted,
      'json-state-outputs': omitted,
      size: 20_480,
      'is-current': true,
      'engine-version': '1.9.0',
      'resources-processed': true,
      'resource-count': 12,
      resources: [
        { mode: 'managed', type: 'aws_subnet', module: 'module.network', provider: 'aws', count: 12 },
      ],
      modules: { 'module.network': { 'aws-subnet': 12 } },
      providers: { aws: { 'aws-subnet': 12 } },
      'hosted-state-upload-url': null,
      'hosted-json-state-upload-url': null,
      'hosted-state-download-url':
        'https://engine.example.com/api/states/sv-SDboVZC8TCxXEneJ/state?caller=at-…&expires=…&signature=…',
      'hosted-json-state-download-url': null,
    },
    relationships: {
      'rollback-state-version': { data: { id: 'sv-g4rqST72reoHMM5a', type: 'state-versions' } },
      outputs: {
        links: { related: '/api/v2/state-versions/sv-SDboVZC8TCxXEneJ/outputs' },
      },
    },
    links: { self: '/api/v2/state-versions/sv-SDboVZC8TCxXEneJ' },
  },
  'state-version-outputs': {
    id: 'wsout-J2zM24JPFbfc7bE5',
    attributes: {
      name: 'vpc_id',
      type: 'string',
      'detailed-type': 'string',
      value: 'vpc-1',
    },
    links: { self: '/api/v2/state-version-outputs/wsout-J2zM24JPFbfc7bE5' },
  },
  'registry-modules': {
    id: 'mod-zd5PWgp4vK4ZJ7Bk',
    attributes: {
      name: 'network',
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
    attributes: {
      version: '1.0.0',
      status: 'ok',
      error: null,
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
      'registry-name': 'private',
      deprecation: { 'deprecated-status': 'Deprecated', reason: 'Use acme/gadgets', link: null },
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
    },
    links: {
      self: `${provider}/versions/1.0.0/platforms/linux/amd64`,
      'provider-binary-upload': omitted,
      'provider-binary-download': omitted,
    },
  },
  'audit-events': {
    attributes: {
      'actor-id': 'user-V3R563qtJNcExAkN',
      'actor-name': 'ana',
      'token-id': 'at-Zf4uQxBmPZ2sYVNd',
      address: '192.0.2.7',
      'request-id': '0d4a6f0e-8a53-4d43-9c3f-0a8c1a0b7f11',
      'organization-id': null,
      'organization-name': null,
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
  namespace: 'acme',
  warnings: [],
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
