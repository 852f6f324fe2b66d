import type { Lives } from './step.js'

const org = 'organizations/acme'
const sha = 'ab'.repeat(32)
const url = 'https://releases.example/engine.zip'
const providers = `${org}/registry-providers`
const modules = `${org}/registry-modules`
const flags = { official: false, enabled: false, beta: false }

/** Things of organizations, and engine versions, for `go-client.ts`. */
export const things: Lives = {
  'engine version whose number is above 2^53': [
    {
      ask: ['POST', 'admin/terraform-versions'],
      type: 'terraform-versions',
      attributes: {
        ...{ version: '1.0.7790374163559867652', url, sha, ...flags },
        ...{ deprecated: true, 'deprecated-reason': 'Test Reason' },
      },
      compares: { deprecated: true, 'deprecated-reason': 'Test Reason' },
      as: 'version',
    },
    {
      ask: ['PATCH', 'admin/terraform-versions/{version}'],
      type: 'terraform-versions',
      attributes: { archs: [{ url, sha, os: 'linux', arch: 'arm64' }], deprecated: false },
    },
    {
      ask: ['GET', 'admin/terraform-versions/{version}'],
      is: 'terraform-versions',
      compares: {
        ...{ version: '1.0.7790374163559867652', ...flags, usage: 0 },
        ...{ deprecated: false, 'deprecated-reason': '' },
        archs: [{ url, sha, os: 'linux', arch: 'arm64' }],
      },
    },
    {
      ask: ['GET', 'admin/terraform-versions?filter%5Bversion%5D=1.0.7790374163559867652'],
      is: 'terraform-versions',
      lists: ['{version}'],
    },
    { ask: ['GET', 'admin/terraform-versions?filter%5Bversion%5D=1000.1000.42'], lists: [] },
    { ask: ['GET', 'admin/terraform-versions?search%5Bversion%5D=1.0.77'], lists: ['{version}'] },
    { ask: ['GET', 'admin/terraform-versions?page%5Bnumber%5D=999&page%5Bsize%5D=100'], lists: [] },
    { ask: ['DELETE', 'admin/terraform-versions/{version}'] },
    { ask: ['GET', 'admin/terraform-versions/{version}'], status: 404 },
    {
      ask: ['DELETE', 'admin/terraform-versions/{official}'],
      status: 422,
      says: 'The version cannot be deleted: it is official',
    },
  ],
  'private provider with a version and a platform': [
    {
      ask: ['POST', providers],
      type: 'registry-providers',
      attributes: { name: 'tst', namespace: 'acme', 'registry-name': 'private' },
      as: 'provider',
    },
    {
      ask: ['POST', `${providers}/private/acme/tst/versions`],
      type: '',
      attributes: { version: '73.16.73', 'key-id': 'A1B2C3D4E5F60718', protocols: ['4.0', '5.0', '6.0'] },
      is: 'registry-provider-versions',
      compares: { version: '73.16.73', 'key-id': 'A1B2C3D4E5F60718', protocols: ['4.0', '5.0', '6.0'] },
      as: 'version',
    },
    {
      ask: ['POST', `${providers}/private/acme/tst/versions/73.16.73/platforms`],
      type: '',
      attributes: { os: 'linux', arch: 'amd64', shasum: sha, filename: 'provider.zip' },
      is: 'registry-provider-platforms',
      compares: { os: 'linux', arch: 'amd64', shasum: sha, filename: 'provider.zip' },
    },
    {
      ask: ['GET', `${providers}/private/acme/tst?include=registry-provider-versions`],
      is: 'registry-providers',
      follows: { organization: 'organizations' },
      brings: ['registry-provider-versions'],
    },
    { ask: ['GET', 'registry-providers/{provider}'], is: 'registry-providers' },
    {
      ask: ['GET', `${providers}/private/acme/tst/versions?page%5Bnumber%5D=1&page%5Bsize%5D=5`],
      is: 'registry-provider-versions',
      lists: ['{version}'],
    },
    { ask: ['GET', `${providers}?q=tst`], is: 'registry-providers', lists: ['{provider}'] },
    { ask: ['GET', `${providers}?filter%5Bregistry_name%5D=public&page%5Bsize%5D=20`], lists: [] },
    { ask: ['DELETE', `${providers}/private/acme/tst/versions/73.16.73/platforms/linux/amd64`] },
    { ask: ['DELETE', `${providers}/private/acme/tst/versions/73.16.73`] },
    { ask: ['DELETE', `${providers}/private/acme/tst`] },
    { ask: ['GET', `${providers}/private/acme/tst`], status: 404 },
  ],
  'module with a version': [
    {
      ask: ['POST', modules],
      type: 'registry-modules',
      attributes: { name: 'tst', provider: 'aws', 'registry-name': 'private' },
      as: 'module',
    },
    {
      ask: ['POST', 'registry-modules/acme/tst/aws/versions'],
      type: 'registry-module-versions',
      attributes: { version: '1.2.3', 'commit-sha': null },
      compares: { version: '1.2.3', status: 'pending' },
    },
    ...[
      'q=tst',
      'filter%5Bprovider%5D=aws',
      'filter%5Bregistry_name%5D=private',
      'filter%5Borganization_name%5D=acme',
      'include=no-code-modules',
    ].map(
      (query) =>
        ({ ask: ['GET', `${modules}?${query}`], is: 'registry-modules', lists: ['{module}'] }) as const,
    ),
    {
      ask: ['GET', `${modules}/private/acme/tst/aws`],
      is: 'registry-modules',
      compares: { name: 'tst', provider: 'aws', 'registry-name': 'private', namespace: 'acme' },
    },
    { ask: ['DELETE', `${modules}/private/acme/tst/aws/1.2.3`] },
    { ask: ['POST', 'registry-modules/actions/delete/acme/tst'], status: 204 },
    { ask: ['GET', `${modules}/private/acme/tst/aws`], status: 404 },
  ],
  workspace: [
    {
      ask: ['POST', `${org}/workspaces`],
      type: 'workspaces',
      attributes: { name: 'tst-prod' },
      as: 'workspace',
    },
    {
      ask: ['POST', `${org}/workspaces`],
      type: 'workspaces',
      attributes: { name: 'tst-staging' },
      as: 'staging',
    },
    {
      ask: ['GET', `${org}/workspaces?search%5Bwildcard-name%5D=%2A-prod`],
      is: 'workspaces',
      lists: ['{workspace}'],
    },
    { ask: ['GET', `${org}/workspaces?search%5Bwildcard-name%5D=%2A-dev`], lists: [] },
    { ask: ['GET', `${org}/workspaces?search%5Bname%5D=nonexisting`], lists: [] },
    { ask: ['GET', `${org}/workspaces?sort=name`], lists: ['{workspace}', '{staging}'] },
    { ask: ['GET', `${org}/workspaces/tst-prod`], is: 'workspaces', compares: { name: 'tst-prod' } },
    { ask: ['POST', `${org}/workspaces/tst-prod/actions/safe-delete`], status: 204 },
    { ask: ['DELETE', 'workspaces/{staging}'] },
    { ask: ['GET', 'workspaces/{workspace}'], status: 404 },
  ],
}
