import { generateKey } from 'openpgp'
import { expect } from 'vitest'
import type { Module } from '../../../src/domain/registry-modules/registry-module.js'
import type { RegistryProvider } from '../../../src/domain/registry-providers/registry-provider.js'
import type { ProviderVersionAccess } from '../../../src/domain/registry-providers/registry-provider-version.js'
import { publish, versionIdOf } from '../../modules/module-requests.js'
import { providerPath } from '../../providers.js'
import { newSigningKey } from '../../../load/src/origin/signing.js'
import { registerKey, releaseProvider } from '../../registry/signed-provider.js'
import { as } from '../../rest.js'
import { deletion, type Change, type Here } from './change.js'

const provider = (here: Here): Promise<RegistryProvider> =>
  here.app.services.providers.create(here.callers.owner.ctx, 'acme', {
    registryName: 'private',
    namespace: 'acme',
    name: `cloud${here.next()}`,
  })

const version = async (here: Here): Promise<ProviderVersionAccess> =>
  here.app.services.providerVersions.create(here.callers.owner.ctx, (await provider(here)).id, {
    version: '1.0.0',
    keyId: 'key',
  })

async function publishedVersion(here: Here): Promise<string> {
  const { app, callers } = here
  const pair = await newSigningKey()
  await registerKey(app, callers.owner, 'acme', pair)
  const address = `acme/private/acme/cloud${here.next()}`
  await releaseProvider(app, callers.owner, address, pair)
  const { data } = (await as(app, callers.owner).get(`${providerPath(address)}/versions/1.0.0`)).body
  return data.id
}

const leak = { status: 'REVOKED', reason: 'A hole in it', link: 'https://news.example/hole' }

const platformFacts = { os: 'linux', arch: 'amd64', shasum: 'ab'.repeat(32), filename: 'cloud.zip' }

const module = (here: Here): Promise<Module> =>
  here.app.services.modules.create(here.callers.owner.ctx, 'acme', {
    name: `network${here.next()}`,
    provider: 'aws',
  })

async function publicKey(): Promise<string> {
  return (await generateKey({ userIDs: [{ name: 'Release' }], format: 'armored' })).publicKey
}

async function key({ app, callers }: Here): Promise<string> {
  const facts = { namespace: 'acme', asciiArmor: await publicKey() }
  return (await app.services.gpgKeys.create(callers.owner.ctx, facts)).id
}

const routeOfProvider = '/organizations/:org/registry-providers/:registry/:namespace/:name'
const routeOfModule = '/organizations/:org/registry-modules/private/:namespace/:name'

/** The private registry. */
export const registryChanges: Readonly<Record<string, Change>> = {
  registryProviderCreate: {
    rest: ['POST /organizations/:org/registry-providers'],
    by: 'owner',
    async input(here) {
      const name = `aws${here.next()}`
      const sourceUrl = 'https://git.example.com/acme/aws'
      return { organization: 'acme', registryName: 'PRIVATE', namespace: 'acme', name, sourceUrl }
    },
    answer: 'registryProvider { name registryName sourceUrl canDelete }',
    gives: ({ name, sourceUrl }) => ({
      registryProvider: { name, registryName: 'PRIVATE', sourceUrl, canDelete: true },
    }),
    wrong: { input: { namespace: 'other' }, field: ['namespace'], code: 'INVALID' },
    audit: 'registry-provider.create',
  },
  registryProviderUpdate: {
    rest: [`PATCH ${routeOfProvider}`],
    by: 'owner',
    input: async (here) => ({
      ...{ id: (await provider(here)).id, deprecation: leak, reason: 'a test' },
      sourceUrl: 'https://git.example.com/acme/aws',
    }),
    answer: 'registryProvider { id sourceUrl deprecation { status reason link } }',
    gives: ({ id, deprecation, sourceUrl }) => ({ registryProvider: { id, sourceUrl, deprecation } }),
    wrong: {
      input: { deprecation: { status: 'DEPRECATED', link: 'invalid' } },
      field: ['deprecation', 'link'],
      code: 'INVALID',
    },
    audit: 'registry-provider.revoke',
  },
  registryProviderDelete: {
    ...deletion,
    rest: [`DELETE ${routeOfProvider}`],
    by: 'owner',
    input: async (here) => ({ id: (await provider(here)).id, reason: 'a test' }),
    audit: 'registry-provider.delete',
  },
  registryProviderVersionCreate: {
    rest: [`POST ${routeOfProvider}/versions`],
    by: 'owner',
    async input(here) {
      return { providerId: (await provider(here)).id, version: '1.2.0', keyId: 'key', protocols: ['5.0'] }
    },
    answer: 'registryProviderVersion { version protocols shasumsUploadUrl shasumsDownloadUrl }',
    gives: () => ({
      registryProviderVersion: {
        version: '1.2.0',
        protocols: ['5.0'],
        shasumsUploadUrl: expect.stringContaining('/api/uploads/providers/'),
        shasumsDownloadUrl: null,
      },
    }),
    wrong: { input: { version: 'v1' }, field: ['version'], code: 'INVALID' },
    audit: 'registry-provider-version.create',
  },
  registryProviderVersionUpdate: {
    rest: [`PATCH ${routeOfProvider}/versions/:version`],
    by: 'owner',
    async input(here) {
      return { id: await publishedVersion(here), deprecation: leak, reason: 'a test' }
    },
    answer: 'registryProviderVersion { id deprecation { status reason link } }',
    gives: ({ id, deprecation }) => ({ registryProviderVersion: { id, deprecation } }),
    wrong: {
      input: { deprecation: { status: 'DEPRECATED', link: 'invalid' } },
      field: ['deprecation', 'link'],
      code: 'INVALID',
    },
    audit: 'registry-provider-version.revoke',
  },
  registryProviderVersionDelete: {
    ...deletion,
    rest: [`DELETE ${routeOfProvider}/versions/:version`],
    by: 'owner',
    input: async (here) => ({ id: (await version(here)).version.id, reason: 'a test' }),
    audit: 'registry-provider-version.delete',
  },
  registryProviderPlatformCreate: {
    rest: [`POST ${routeOfProvider}/versions/:version/platforms`],
    by: 'owner',
    input: async (here) => ({ versionId: (await version(here)).version.id, ...platformFacts }),
    answer: 'registryProviderPlatform { os providerBinaryUploaded providerBinaryUploadUrl }',
    gives: () => ({
      registryProviderPlatform: {
        os: 'linux',
        providerBinaryUploaded: false,
        providerBinaryUploadUrl: expect.stringContaining('/binary?'),
      },
    }),
    wrong: { input: { arch: '' }, field: ['arch'], code: 'BLANK' },
    audit: 'registry-provider-platform.create',
  },
  registryProviderPlatformDelete: {
    ...deletion,
    rest: [`DELETE ${routeOfProvider}/versions/:version/platforms/:os/:arch`],
    by: 'owner',
    async input(here) {
      const { providerVersions } = here.app.services
      const held = await version(here)
      const { platform } = await providerVersions.createPlatform(here.callers.owner.ctx, held, platformFacts)
      return { id: platform.id, reason: 'a test' }
    },
    audit: 'registry-provider-platform.delete',
  },
  gpgKeyCreate: {
    rest: ['POST /gpg-keys'],
    // Whose a new key is stands in the body, which is empty in the walk.
    asks: 'PATCH /gpg-keys/:namespace/:keyId',
    by: 'owner',
    input: async () => ({ namespace: 'acme', asciiArmor: await publicKey() }),
    answer: 'gpgKey { namespace keyId }',
    gives: () => ({ gpgKey: { namespace: 'acme', keyId: expect.stringMatching(/^[0-9A-F]{16}$/) } }),
    wrong: { input: { asciiArmor: 'no key' }, field: ['asciiArmor'], code: 'INVALID' },
    audit: 'gpg-key.create',
  },
  gpgKeyUpdate: {
    rest: ['PATCH /gpg-keys/:namespace/:keyId'],
    by: 'owner',
    async input(here) {
      const { name } = await here.app.make.organization(here.callers.owner)
      return { id: await key(here), namespace: name, reason: 'a test' }
    },
    answer: 'gpgKey { id namespace }',
    gives: ({ id, namespace }) => ({ gpgKey: { id, namespace } }),
    wrong: { input: { namespace: '' }, field: ['namespace'], code: 'BLANK' },
    audit: 'gpg-key.update',
  },
  gpgKeyDelete: {
    ...deletion,
    rest: ['DELETE /gpg-keys/:namespace/:keyId'],
    by: 'owner',
    input: async (here) => ({ id: await key(here), reason: 'a test' }),
    audit: 'gpg-key.delete',
  },
  registryModuleCreate: {
    rest: ['POST /organizations/:org/registry-modules'],
    by: 'owner',
    input: async (here) => ({ organization: 'acme', name: `net${here.next()}`, provider: 'aws' }),
    answer: 'registryModule { name status newestVersion { id } }',
    gives: ({ name }) => ({ registryModule: { name, status: 'PENDING', newestVersion: null } }),
    wrong: { input: { provider: 'AWS!' }, field: ['provider'], code: 'INVALID' },
    audit: 'module.create',
  },
  registryModuleUpdate: {
    rest: [`PATCH ${routeOfModule}/:provider`],
    by: 'owner',
    input: async (here) => ({ id: (await module(here)).id, description: 'ours', reason: 'a test' }),
    answer: 'registryModule { id description }',
    gives: ({ id }) => ({ registryModule: { id, description: 'ours' } }),
    wrong: { input: { sourceUrl: 'invalid' }, field: ['sourceUrl'], code: 'INVALID' },
    audit: 'module.update',
  },
  registryModuleDelete: {
    ...deletion,
    rest: [
      `DELETE ${routeOfModule}/:provider`,
      `DELETE ${routeOfModule}`,
      'POST /registry-modules/actions/delete/:org/:name/:provider',
      'POST /registry-modules/actions/delete/:org/:name',
    ],
    by: 'owner',
    input: async (here) => ({ id: (await module(here)).id, reason: 'a test' }),
    audit: 'module.delete',
  },
  registryModuleVersionCreate: {
    rest: [
      `POST ${routeOfModule}/:provider/versions`,
      'POST /registry-modules/:org/:name/:provider/versions',
    ],
    by: 'owner',
    input: async (here) => ({ moduleId: (await module(here)).id, version: '1.0.0' }),
    answer: 'registryModuleVersion { version status } uploadUrl',
    gives: () => ({
      registryModuleVersion: { version: '1.0.0', status: 'PENDING' },
      uploadUrl: expect.stringContaining('/object/'),
    }),
    wrong: { input: { version: 'v1' }, field: ['version'], code: 'INVALID' },
    audit: 'module-version.create',
  },
  registryModuleVersionUpdate: {
    rest: [`PATCH ${routeOfModule}/:provider/:version`],
    by: 'owner',
    async input(here) {
      const { name } = await module(here)
      await publish(here.app, here.callers.owner, `acme/${name}/aws`, '1.0.0')
      const id = await versionIdOf(here.app, `acme/${name}/aws`, '1.0.0')
      return { id, deprecation: leak, reason: 'a test' }
    },
    answer: 'registryModuleVersion { id deprecation { status reason link } }',
    gives: ({ id, deprecation }) => ({ registryModuleVersion: { id, deprecation } }),
    wrong: {
      input: { deprecation: { status: 'DEPRECATED', link: 'invalid' } },
      field: ['deprecation', 'link'],
      code: 'INVALID',
    },
    audit: 'module-version.revoke',
  },
  registryModuleVerifiedSet: {
    rest: ['PATCH /admin/registry-modules/:id'],
    by: 'admin',
    input: async (here) => ({ id: (await module(here)).id, verified: true, reason: 'a test' }),
    answer: 'registryModule { id verified }',
    gives: ({ id }) => ({ registryModule: { id, verified: true } }),
    audit: 'module.verify',
  },
  registryModuleVersionDelete: {
    ...deletion,
    rest: [
      `DELETE ${routeOfModule}/:provider/:version`,
      'POST /registry-modules/actions/delete/:org/:name/:provider/:version',
    ],
    by: 'owner',
    async input(here) {
      const { moduleVersions } = here.app.services
      const { id } = await module(here)
      const made = await moduleVersions.create(here.callers.owner.ctx, id, { version: '1.0.0' })
      return { id: made.version.id, reason: 'a test' }
    },
    audit: 'module-version.delete',
  },
}
