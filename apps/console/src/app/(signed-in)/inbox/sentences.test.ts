import { expect, test } from 'vitest'
import { sentenceOf } from './sentences'

const nothing = { module: null, version: null, organization: null, producer: null, token: null, reason: null }
const module = { namespace: 'acme', name: 'network', provider: 'aws' }
const version = { ...nothing, module, version: '1.2.0' }
const share = { ...nothing, organization: 'globex', producer: 'acme' }
const engine = { ...nothing, version: '1.5.0' }

test.each([
  [
    'MODULE_VERSION_PUBLISHED',
    version,
    'Version 1.2.0 of acme/network/aws is published.',
    '/modules/acme/network/aws?version=1.2.0',
  ],
  [
    'MODULE_VERSION_DEPRECATED',
    version,
    'Version 1.2.0 of acme/network/aws is deprecated.',
    '/modules/acme/network/aws?version=1.2.0',
  ],
  [
    'MODULE_VERSION_REVOKED',
    version,
    'Version 1.2.0 of acme/network/aws is revoked and can no longer be installed.',
    '/modules/acme/network/aws?version=1.2.0',
  ],
  ['MODULE_SHARE_ENDED', share, 'acme no longer shares its modules with globex.', '/organizations/globex'],
  [
    'PROVIDER_SHARE_ENDED',
    share,
    'acme no longer shares its private providers with globex.',
    '/organizations/globex',
  ],
  [
    'ENGINE_VERSION_DEPRECATED',
    engine,
    'Engine version 1.5.0 is deprecated, and your workspaces use it.',
    '/engine-versions?search=1.5.0',
  ],
  [
    'ENGINE_VERSION_DISABLED',
    engine,
    'Engine version 1.5.0 is disabled, and your workspaces use it.',
    '/engine-versions?search=1.5.0',
  ],
  [
    'TOKEN_EXPIRES',
    { ...nothing, token: 'pipeline' },
    'Your token pipeline expires soon.',
    '/app/settings/tokens',
  ],
  ['TOKEN_EXPIRES', nothing, 'One of your tokens expires soon.', '/app/settings/tokens'],
  ['INVITED', { ...nothing, organization: 'globex' }, 'globex invites you to join.', '/'],
  [
    'SHARING_REQUESTED',
    share,
    'globex asks to use the modules of acme.',
    '/organizations/acme/settings/sharing?with=globex',
  ],
  ['SHARING_REQUEST_GRANTED', share, 'acme shares its modules with globex, as you asked.', '/modules/acme'],
  [
    'SHARING_REQUEST_DECLINED',
    share,
    'Your request for the modules of acme was declined.',
    '/organizations/globex',
  ],
] as const)('%s of %j reads: %s', (kind, told, text, path) => {
  expect(sentenceOf({ ...told, kind })).toEqual({ text, path })
})
