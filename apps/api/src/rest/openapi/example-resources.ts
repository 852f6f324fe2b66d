/** Marks an optional member that the example leaves out. */
export const omitted = Symbol('omitted')

type Json = Readonly<Record<string, unknown>>

const sha = '9f8c3a1e5b7d2046c8e1f3a5b7d90246813579bdf02468ace13579bdf0246813'
const linux = { url: 'https://releases.example.com/engine_1.9.0_linux_amd64.zip', sha }
const provider = '/api/v2/organizations/acme/registry-providers/private/acme/widgets'
const publicProvider = '/api/v2/admin/public-providers/pubprov-Yb3nQ7vKc1TfWx9L'
const provenance = {
  issuer: 'https://token.actions.githubusercontent.com',
  subject: 'repo:acme/network:ref:refs/tags/v1.0.0',
  repository: 'acme/network',
  ref: 'refs/tags/v1.0.0',
  commit: '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567',
  workflow: 'acme/network/.github/workflows/release.yml@refs/tags/v1.0.0',
  'run-url': 'https://github.com/acme/network/actions/runs/7',
}
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
      'module-interface-policy': 'warn',
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
    attributes: {
      name: 'Chat of the platform team',
      url: 'https://hooks.example.com/engine',
      enabled: true,
      triggers: ['module-version.deprecated', 'module-version.published'],
      secret: null,
      'header-name': 'Authorization',
      'header-value': null,
      'former-secret-until': null,
      'failing-since': null,
      'disabled-reason': null,
    },
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
  },
  'entitlement-sets': {
    links: { self: '/api/v2/organizations/acme/entitlement-set' },
  },
  users: {
    id: 'user-V3R563qtJNcExAkN',
    attributes: {
      'avatar-url': "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'/%3E",
      'email-verified': true,
      'unconfirmed-email': omitted,
      password_confirmation: 'correct horse battery',
      current_password: 'a former password',
      code: '123456',
      mailed: true,
    },
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
  },
  'trusted-issuers': {
    attributes: {
      name: 'GitHub',
      issuer: 'https://token.actions.githubusercontent.com',
      'jwks-url': null,
      audiences: ['https://engine.example.com', 'engine.example.com'],
      organizations: null,
      enabled: true,
    },
    links: { self: '/api/v2/admin/trusted-issuers/issuer-5dQf8RkWz2XyTn7B' },
  },
  'ci-identities': {
    attributes: {
      name: 'Releases of network',
      claims: { repository: 'acme/network', ref: 'refs/tags/v*', ref_type: 'tag' },
      scopes: ['publish:acme/network/aws'],
      lifetime: '15m',
      enabled: true,
      'last-used-at': '2026-03-14T09:26:53.000Z',
    },
  },
  'organization-memberships': {
    attributes: { status: 'active', 'invitation-url': omitted, mailed: omitted },
  },
  teams: {
    attributes: { name: 'platform', 'sso-team-id': null, 'allow-member-token-management': true },
    relationships: {
      'organization-memberships': omitted,
      'authentication-token': {
        links: { related: '/api/v2/teams/team-6p5jTwJQXwqZBncC/authentication-token' },
      },
    },
  },
  workspaces: {
    attributes: {
      name: 'network-production',
      'engine-version': '~> 1.9.0',
      'resolved-engine-version': '1.9.0',
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
      'migration-environment': null,
      'source-name': null,
      'source-url': null,
      'trigger-patterns': [],
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
  runs: { attributes: { status: 'applied' } },
  vars: { attributes: { key: 'region' } },
  'team-projects': { attributes: { access: 'read' } },
  'team-workspaces': { attributes: { access: 'read' } },
  tags: { attributes: { name: 'production', 'instance-count': 3 } },
  'tag-bindings': { attributes: { key: 'env', value: 'production' } },
  'effective-tag-bindings': { attributes: { key: 'env', value: 'production' } },
  resources: {
    attributes: {
      address: 'network.aws_subnet.private[0]',
      name: 'private',
      module: 'network',
      provider: 'acme/aws',
      'provider-type': 'aws_subnet',
      'name-index': '0',
    },
  },
  'state-versions': {
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
  },
  'state-version-outputs': {
    attributes: {
      name: 'vpc_id',
      type: 'string',
      'detailed-type': 'string',
      value: 'vpc-1',
    },
  },
  'registry-modules': {
    attributes: {
      name: 'network',
      provider: 'aws',
      status: 'setup_complete',
      'registry-name': 'private',
      'version-statuses': [{ version: '1.0.0', status: 'ok' }],
      'source-url': 'https://git.example.com/acme/network',
      description: 'A network with subnets',
      verified: true,
      'module-interface-policy': null,
    },
    links: { self: '/api/v2/organizations/acme/registry-modules/private/acme/network/aws' },
  },
  'module-upgrades': {
    attributes: {
      module: 'acme/network/aws',
      version: '1.2.0',
      status: 'deprecated',
      'end-of-life': null,
      newest: '2.0.0',
      'newest-compatible': '1.4.1',
      'breaking-count': 3,
      'last-downloaded-at': '2026-03-01T09:30:00.000Z',
      downloads: 240,
      'token-count': 2,
      'used-by': [
        { kind: 'team', name: 'ci', team: 'platform' },
        { kind: 'workspace', name: 'production', team: null },
      ],
    },
  },
  'module-consumers': {
    attributes: {
      organization: 'acme',
      version: '1.2.0',
      status: 'behind',
      'end-of-life': null,
      'breaking-count': 3,
      'last-downloaded-at': '2026-03-01T09:30:00.000Z',
      downloads: 240,
      'used-by': [{ kind: 'user', name: 'ana', team: null }],
    },
  },
  'registry-module-versions': {
    attributes: {
      version: '1.0.0',
      status: 'ok',
      error: null,
      'engine-constraints': [
        { path: '', constraint: '>= 1.6', engines: [{ engine: 'engine', constraint: '>= 1.12' }] },
      ],
      interface: {
        'compared-with': '0.9.0',
        step: 'major',
        'wanted-step': 'minor',
        'wanted-version': null,
        breaking: [{ path: '', kind: 'input', name: 'cidr', reason: 'input-removed' }],
        'breaking-count': 1,
      },
      'accept-breaking': null,
      'commit-sha': null,
      provenance,
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
  'module-comparisons': {
    attributes: {
      from: '1.2.4',
      to: '1.3.0',
      changes: [
        {
          ...{ path: '', kind: 'input', name: 'cidr', change: 'removed', breaking: 'input-removed' },
          facts: [{ name: 'type', before: 'string', after: null }],
        },
      ],
    },
  },
  'registry-providers': {
    attributes: {
      name: 'widgets',
      'registry-name': 'private',
      'source-url': 'https://git.example.com/acme/provider-widgets',
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
    attributes: {
      version: '1.0.0',
      'key-id': '32966F3FB5AC1129',
      protocols: ['5.0'],
      'docs-uploaded-at': null,
      'publication-error': null,
      provenance,
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
      'docs-upload': omitted,
    },
  },
  'provider-docs': {
    attributes: {
      category: 'resources',
      slug: 'server',
      title: 'widgets_server Resource',
      subcategory: 'Compute',
      path: 'docs/resources/server.md',
      content: '# widgets_server\n\nA server.\n',
      truncated: false,
    },
    links: { self: '/api/v2/provider-docs/provdoc-Xk3vTq8NwRzL5aJc' },
  },
  'registry-provider-platforms': {
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
  'public-providers': {
    attributes: {
      origin: 'registry.example.com',
      namespace: 'acme',
      name: 'aws',
      'newest-available': '5.2.0',
      'altered-count': 0,
      'listed-by-count': 3,
      'first-seen-at': '2026-03-01T09:30:00.000Z',
      'looked-at': '2026-03-14T09:00:00.000Z',
      'look-error': null,
      wanted: [{ organization: 'globex', count: 4, 'last-at': '2026-03-14T08:12:00.000Z' }],
    },
    relationships: {
      versions: { links: { related: `${publicProvider}/versions` } },
      organizations: { links: { related: `${publicProvider}/relationships/organizations` } },
    },
    links: { self: publicProvider },
  },
  'public-provider-versions': {
    attributes: {
      version: '5.3.0',
      status: 'held',
      'held-until': '2026-03-17T09:00:00.000Z',
      decision: null,
      reason: null,
      'first-seen-at': '2026-03-14T09:00:00.000Z',
      'published-at': '2026-03-14T07:40:00.000Z',
      'key-id': '32966F3FB5AC1129',
      platforms: [
        {
          os: 'linux',
          arch: 'amd64',
          filename: 'engine-provider-aws_5.3.0_linux_amd64.zip',
          shasum: sha,
          h1: 'h1:3Xf1kq8uR0c7J2mQv5sTzYwLb9nEdGhA4iPoC6xKjVM=',
          size: 18_404_312,
          stored: false,
        },
      ],
    },
    links: { self: '/api/v2/admin/public-provider-versions/pubver-8sLq2ZtRwK5vXn3B' },
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

/** Examples by the name of an attribute, wherever it occurs. */
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
