import { omitted } from './omitted.js'

const stateLineage = 'a3ee9f0c-9d7b-4b8b-8f0e-6a2f7f0b6d11'
const stateLink = 'https://engine.example.com/api/states/sv-SDboVZC8TCxXEneJ'

/** Of workspaces and what they hold. */
export const stateExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  workspaces: {
    id: 'ws-SihZTyXKfNXUWuUa',
    attributes: {
      name: 'network-production',
      'engine-version': '1.9.0',
      'engine-version-status': {
        enabled: true,
        deprecated: true,
        'deprecated-reason': 'Superseded by 1.11.4',
        beta: false,
        newest: '1.11.4',
      },
      description: 'The network of production',
      'allow-destroy-plan': true,
      'file-triggers-enabled': true,
      'queue-all-runs': false,
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
    relationships: {
      'locked-by': { data: { id: 'user-V3R563qtJNcExAkN', type: 'users' } },
      'current-state-version': { data: { id: 'sv-SDboVZC8TCxXEneJ', type: 'state-versions' } },
      outputs: { data: [{ id: 'wsout-J2zM24JPFbfc7bE5', type: 'workspace-outputs' }] },
      'effective-tag-bindings': {
        data: [{ id: 'tag-jKeTuVuKMkQRqXNV', type: 'effective-tag-bindings' }],
      },
    },
    links: {
      self: '/api/v2/organizations/acme/workspaces/network-production',
      'self-html': '/app/acme/workspaces/network-production',
    },
  },
  tags: { id: 'tag-8f14e45fceea167a', attributes: { name: 'production', 'instance-count': 3 } },
  'tag-bindings': { id: 'tag-jKeTuVuKMkQRqXNV', attributes: { key: 'env', value: 'production' } },
  'effective-tag-bindings': { id: 'tag-jKeTuVuKMkQRqXNV', attributes: { key: 'env', value: 'production' } },
  'workspace-outputs': {
    id: 'wsout-J2zM24JPFbfc7bE5',
    attributes: { name: 'vpc_id', sensitive: false, 'output-type': 'string', value: 'vpc-1' },
  },
  resources: {
    id: 'wsr-9f86d081884c7d65',
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
      lineage: stateLineage,
      md5: 'd41d8cd98f00b204e9800998ecf8427e',
      force: false,
      state: omitted,
      'json-state': omitted,
      'json-state-outputs': omitted,
      size: 20_480,
      'is-current': true,
      'engine-version': '1.9.0',
      'resources-processed': true,
      'encrypted-by-client': false,
      warnings: [],
      'resource-count': 12,
      resources: [
        { mode: 'managed', type: 'aws_subnet', module: 'module.network', provider: 'aws', count: 12 },
      ],
      modules: { 'module.network': { 'aws-subnet': 12 } },
      providers: { aws: { 'aws-subnet': 12 } },
      'hosted-state-upload-url': null,
      'hosted-json-state-upload-url': null,
      'hosted-state-download-url': `${stateLink}/state?caller=at-…&expires=…&signature=…`,
      'hosted-json-state-download-url': null,
    },
    relationships: {
      workspace: { data: { id: 'ws-SihZTyXKfNXUWuUa', type: 'workspaces' } },
      'created-by': { data: { id: 'user-V3R563qtJNcExAkN', type: 'users' } },
      'rollback-state-version': { data: { id: 'sv-g4rqST72reoHMM5a', type: 'state-versions' } },
      outputs: {
        data: [{ id: 'wsout-J2zM24JPFbfc7bE5', type: 'state-version-outputs' }],
        links: { related: '/api/v2/state-versions/sv-SDboVZC8TCxXEneJ/outputs' },
      },
    },
    links: { self: '/api/v2/state-versions/sv-SDboVZC8TCxXEneJ' },
  },
  'state-version-outputs': {
    id: 'wsout-J2zM24JPFbfc7bE5',
    attributes: {
      name: 'vpc_id',
      sensitive: false,
      type: 'string',
      'detailed-type': 'string',
      value: 'vpc-1',
      'value-omitted': false,
    },
    links: { self: '/api/v2/state-version-outputs/wsout-J2zM24JPFbfc7bE5' },
  },
}
