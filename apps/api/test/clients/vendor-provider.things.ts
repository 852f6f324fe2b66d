import { tagsAndOutputs } from './vendor-tags.js'
import type { Lives } from './step.js'

const org = 'organizations/acme'
const flags = {
  'allow-destroy-plan': true,
  'file-triggers-enabled': true,
  'speculative-enabled': true,
  'structured-run-output-enabled': true,
  'auto-apply-run-trigger': false,
}
const build = { url: 'https://releases.example/engine.zip', sha: 'ab'.repeat(32) }

/** Things of organizations, for `vendor-provider.ts`. */
export const things: Lives = {
  workspace: [
    {
      ask: ['POST', `${org}/workspaces`],
      type: 'workspaces',
      attributes: {
        ...{ name: 'network', 'working-directory': '', 'queue-all-runs': true, ...flags },
        ...{ 'auto-apply': true, 'assessments-enabled': true, 'source-name': 'ci' },
        ...{ 'source-url': 'https://ci.example/1', 'trigger-prefixes': ['modules'] },
        'setting-overwrites': { 'execution-mode': false, 'agent-pool': false },
      },
      as: 'workspace',
    },
    {
      ask: ['GET', 'workspaces/{workspace}'],
      is: 'workspaces',
      compares: {
        ...{ 'auto-apply': true, 'assessments-enabled': true, 'global-remote-state': false },
        ...{ 'source-name': 'ci', 'source-url': 'https://ci.example/1', 'working-directory': '' },
        ...{ 'trigger-prefixes': ['modules'], 'queue-all-runs': true },
        'setting-overwrites': { 'execution-mode': false, 'agent-pool': false },
      },
    },
    {
      ask: ['GET', 'workspaces/{workspace}?include=effective_tag_bindings'],
      links: { 'effective-tag-bindings': [0, 'effective-tag-bindings'] },
    },
    {
      ask: ['GET', 'workspaces/{workspace}/relationships/remote-state-consumers?page%5Bsize%5D=100'],
      lists: [],
    },
    // 0.80 asks so.
    { ask: ['GET', 'workspaces/{workspace}/effective-tag-bindings'], lists: [] },
    {
      ask: ['PATCH', 'workspaces/{workspace}'],
      type: 'workspaces',
      relationships: { 'tag-bindings': { data: [] } },
    },
    {
      ask: ['PATCH', 'workspaces/{workspace}'],
      type: 'workspaces',
      attributes: {
        ...{ name: 'network', description: 'All', 'working-directory': 'live', 'queue-all-runs': false },
        ...{ 'auto-apply': false, 'assessments-enabled': false },
        ...{ 'global-remote-state': true, 'trigger-prefixes': [], 'auto-destroy-at': null },
        ...{ 'terraform-version': '1.0.4', ...flags },
      },
    },
    {
      ask: ['GET', 'workspaces/{workspace}'],
      is: 'workspaces',
      compares: {
        name: 'network',
        description: 'All',
        'working-directory': 'live',
        'global-remote-state': true,
        'trigger-prefixes': [],
        'assessments-enabled': false,
        'queue-all-runs': false,
        'terraform-version': '1.0.4',
        'execution-mode': 'local',
        'auto-apply': false,
        permissions: { 'can-force-delete': true },
        ...flags,
      },
      follows: { organization: 'organizations' },
    },
    { ask: ['POST', 'workspaces/{workspace}/actions/safe-delete'], status: 204 },
    { ask: ['GET', 'workspaces/{workspace}'], status: 404 },
  ],
  ...tagsAndOutputs,
  'private provider': providerOf('private', 'acme', 'cloud'),
  'public provider': providerOf('public', 'hashicorp', 'aws'),
  'module without a repository': [
    {
      ask: ['POST', `${org}/registry-modules`],
      type: 'registry-modules',
      attributes: { name: 'network', provider: 'aws', 'no-code': true },
      compares: { 'no-code': true },
    },
    {
      ask: ['PATCH', `${org}/registry-modules/private/acme/network/aws`],
      type: 'registry-modules',
      attributes: { 'no-code': false },
    },
    {
      ask: ['GET', `${org}/registry-modules/private/acme/network/aws`],
      is: 'registry-modules',
      compares: {
        name: 'network',
        provider: 'aws',
        namespace: 'acme',
        'registry-name': 'private',
        'no-code': false,
      },
      follows: { organization: 'organizations' },
    },
    { ask: ['DELETE', `${org}/registry-modules/private/acme/network/aws`] },
    { ask: ['GET', `${org}/registry-modules/private/acme/network/aws`], status: 404 },
  ],
  'engine version': versionOf({ ...build, deprecated: false, 'deprecated-reason': '' }),
  'engine version with builds': versionOf({
    ...{ sha: '', deprecated: true, 'deprecated-reason': 'old' },
    archs: [{ ...build, os: 'linux', arch: 'amd64' }],
  }),
  'module sharing': [
    {
      ask: ['PATCH', 'admin/organizations/beta'],
      type: '',
      attributes: { 'access-beta-tools': true, 'global-module-sharing': false, 'workspace-limit': 15 },
    },
    {
      ask: ['GET', 'admin/organizations/beta'],
      is: 'organizations',
      compares: { 'access-beta-tools': true, 'global-module-sharing': false, 'workspace-limit': 15 },
    },
    {
      ask: ['PATCH', 'admin/organizations/acme/relationships/module-consumers'],
      linkage: [['organizations', 'beta']],
      status: 204,
    },
    { ask: ['GET', 'admin/organizations/acme/relationships/module-consumers'], lists: ['beta'] },
    { ask: ['PATCH', 'admin/organizations/acme/relationships/module-consumers'], linkage: [], status: 204 },
    { ask: ['GET', 'admin/organizations/acme/relationships/module-consumers'], lists: [] },
  ],
}

function providerOf(registry: string, namespace: string, name: string): Lives[string] {
  const attributes = { name, namespace, 'registry-name': registry }
  const path = `${org}/registry-providers/${registry}/${namespace}/${name}`
  const type = 'registry-providers'
  return [
    { ask: ['POST', `${org}/registry-providers`], type, id: type, attributes },
    { ask: ['GET', path], is: type, compares: attributes, follows: { organization: 'organizations' } },
    { ask: ['DELETE', path] },
    { ask: ['GET', path], status: 404 },
  ]
}

function versionOf({
  sha,
  ...facts
}: {
  readonly sha: string
  readonly [name: string]: unknown
}): Lives[string] {
  const flat = { version: '1.7.1', official: false, enabled: true, beta: false, ...facts }
  return [
    {
      ask: ['POST', 'admin/terraform-versions'],
      type: 'terraform-versions',
      attributes: { ...flat, sha },
      as: 'version',
    },
    {
      ask: ['GET', 'admin/terraform-versions/{version}'],
      is: 'terraform-versions',
      compares: { ...flat, ...(sha !== '' && { sha }) },
    },
    { ask: ['DELETE', 'admin/terraform-versions/{version}'] },
    { ask: ['GET', 'admin/terraform-versions/{version}'], status: 404 },
  ]
}
