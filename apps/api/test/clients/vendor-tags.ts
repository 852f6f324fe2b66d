import { announced, stateText } from '../states/states.js'
import type { Lives, Step } from './step.js'

const org = 'organizations/acme'
const outputs = {
  open: { value: 'b', type: 'string' },
  secret: { value: 'hidden', type: 'string', sensitive: true },
}
const make = (name: string): Step => ({
  ask: ['POST', `${org}/workspaces`],
  type: 'workspaces',
  attributes: { name },
  as: 'workspace',
})
const binding = (key: string, value?: string) => ({
  type: 'tag-bindings',
  attributes: { key, ...(value !== undefined && { value }) },
})
const named = (name: string) => ({ type: 'tags', attributes: { name } })
const remove: Step = { ask: ['POST', 'workspaces/{workspace}/actions/safe-delete'], status: 204 }

/** Tags of workspaces that exist, and outputs by way of workspaces: as several of the vendor's clients ask. */
export const tagsAndOutputs: Lives = {
  'workspace that `init` brings under tags': [
    make('tagged-by-init'),
    {
      ask: ['PATCH', 'workspaces/{workspace}/tag-bindings'],
      list: [binding('app'), binding('env', 'dev')],
      is: 'tag-bindings',
      listing: [
        { key: 'app', value: '' },
        { key: 'env', value: 'dev' },
      ],
    },
    // The same by an engine that knows names alone.
    { ask: ['POST', 'workspaces/{workspace}/relationships/tags'], list: [named('net')], status: 204 },
    {
      ask: ['GET', 'workspaces/{workspace}/relationships/tags'],
      is: 'tags',
      listing: [
        { name: 'app', 'instance-count': 1 },
        { name: 'env', 'instance-count': 1 },
        { name: 'net', 'instance-count': 1 },
      ],
    },
    {
      ask: ['GET', 'workspaces/{workspace}'],
      is: 'workspaces',
      compares: { 'tag-names': ['app', 'env', 'net'] },
    },
    { ask: ['DELETE', 'workspaces/{workspace}/relationships/tags'], list: [named('net')] },
    { ask: ['GET', 'workspaces/{workspace}'], compares: { 'tag-names': ['app', 'env'] } },
    {
      ask: ['GET', `${org}/tags?q=en&page%5Bsize%5D=100`],
      is: 'tags',
      listing: [{ name: 'env', 'instance-count': 1 }],
    },
    remove,
  ],
  'workspace whose tags are a map': [
    make('tagged-by-map'),
    {
      ask: ['PATCH', 'workspaces/{workspace}'],
      type: 'workspaces',
      relationships: { 'tag-bindings': { data: [binding('k2', 'v2')] } },
    },
    {
      ask: ['GET', 'workspaces/{workspace}?include=effective_tag_bindings'],
      is: 'workspaces',
      links: { 'effective-tag-bindings': [1, 'effective-tag-bindings'] },
    },
    {
      ask: ['GET', 'workspaces/{workspace}/effective-tag-bindings'],
      is: 'effective-tag-bindings',
      listing: [{ key: 'k2', value: 'v2' }],
    },
    {
      ask: ['PATCH', 'workspaces/{workspace}'],
      type: 'workspaces',
      relationships: { 'tag-bindings': { data: [] } },
    },
    { ask: ['GET', 'workspaces/{workspace}/tag-bindings'], lists: [] },
    { ask: ['DELETE', 'workspaces/{workspace}/tag-bindings'] },
    remove,
  ],
  'workspace whose outputs another one reads': [
    make('with-outputs'),
    { ask: ['POST', 'workspaces/{workspace}/actions/lock'], type: '', attributes: {}, status: 200 },
    {
      ask: ['POST', 'workspaces/{workspace}/state-versions'],
      ...announced(stateText({ outputs })).data,
      is: 'state-versions',
      as: 'state',
    },
    {
      ask: ['GET', `${org}/workspaces/with-outputs?include=outputs`],
      is: 'workspaces',
      brings: ['workspace-outputs'],
      links: { outputs: [2, 'workspace-outputs'] },
    },
    {
      ask: ['GET', 'workspaces/{workspace}/current-state-version?include=outputs'],
      links: { outputs: [2, 'state-version-outputs'] },
    },
    {
      ask: ['GET', 'state-versions/{state}?include=outputs'],
      links: { outputs: [2, 'state-version-outputs'] },
    },
    {
      ask: ['GET', 'workspaces/{workspace}?include=organization,readme,current_run,current_state_version'],
      brings: ['organizations', 'state-versions'],
      follows: { organization: 'organizations', 'current-state-version': 'state-versions' },
    },
    { ask: ['DELETE', 'workspaces/{workspace}'] },
  ],
  'workspace that others read the state of': [
    make('consumer'),
    { ...make('producer'), as: 'producer' },
    {
      ask: ['POST', 'workspaces/{producer}/relationships/remote-state-consumers'],
      linkage: [['workspaces', '{workspace}']],
      status: 204,
    },
    {
      ask: ['GET', 'workspaces/{producer}/relationships/remote-state-consumers'],
      is: 'workspaces',
      lists: ['{workspace}'],
    },
    {
      ask: ['DELETE', 'workspaces/{producer}/relationships/remote-state-consumers'],
      linkage: [['workspaces', '{workspace}']],
    },
    remove,
    { ask: ['DELETE', 'workspaces/{producer}'] },
  ],
}
