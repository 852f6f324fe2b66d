import { writeFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { newId } from '../../../src/kernel/ids.js'
import { testSha as sha } from '../../makers.js'
import { makePublicProvider } from '../../public-providers.js'
import { deletion, originHost, system, type Change, type Here } from './change.js'

const url = 'https://releases.example/engine.zip'

async function engineVersion(here: Here): Promise<Record<string, unknown>> {
  const version = `3.0.${here.next()}`
  const { id } = await here.app.services.engineVersions.create(system(here), { version, url, sha })
  return { id, reason: 'a test' }
}

/** A version that the feed has and the platform has not. */
async function offered(here: Here): Promise<Record<string, unknown>> {
  const version = `3.2.${here.next()}`
  await writeFile(here.feed, JSON.stringify([{ version, url, sha }]))
  const comparison = await here.app.services.releaseFeed.compare(system(here))
  return { digest: comparison?.digest, versions: [version] }
}

async function organization({ app }: Here): Promise<Record<string, unknown>> {
  const { id } = await app.make.organization(await app.make.user())
  return { id, reason: 'a test' }
}

async function user({ app }: Here): Promise<Record<string, unknown>> {
  return { id: (await app.make.user()).id, reason: 'a test' }
}

async function publicProvider({ app }: Here): Promise<Record<string, unknown>> {
  return { id: (await makePublicProvider(app)).id, reason: 'a test' }
}

const onUser = (action: string): Pick<Change, 'rest' | 'by'> => ({
  rest: [`POST /admin/users/:id/actions/${action}`],
  by: 'admin',
})

/** Changes by site administrators. */
export const siteChanges: Readonly<Record<string, Change>> = {
  engineVersionCreate: {
    rest: ['POST /admin/engine-versions'],
    by: 'admin',
    input: async (here) => ({ version: `3.1.${here.next()}`, url, sha }),
    answer: 'engineVersion { version deletable }',
    gives: ({ version }) => ({ engineVersion: { version, deletable: true } }),
    wrong: { input: { version: 'one' }, field: ['version'], code: 'INVALID' },
    audit: 'engine-version.create',
  },
  engineVersionUpdate: {
    rest: ['PATCH /admin/engine-versions/:id'],
    by: 'admin',
    input: async (here) => ({ ...(await engineVersion(here)), beta: true }),
    answer: 'engineVersion { id beta }',
    gives: ({ id }) => ({ engineVersion: { id, beta: true } }),
    wrong: { input: { url: 'invalid' }, field: ['url'], code: 'INVALID' },
    audit: 'engine-version.update',
  },
  engineVersionDelete: {
    ...deletion,
    rest: ['DELETE /admin/engine-versions/:id'],
    by: 'admin',
    input: engineVersion,
    audit: 'engine-version.delete',
  },
  engineVersionsAct: {
    // The face of scripts has no such operation: they change versions one by one.
    rest: [],
    asks: 'PATCH /admin/engine-versions/:id',
    by: 'admin',
    async input(here) {
      const ids = [await engineVersion(here), await engineVersion(here)].map(({ id }) => id)
      return { ids, act: 'DEPRECATE', deprecatedReason: 'Old.', reason: 'a test' }
    },
    answer: 'changed { id deprecated deprecatedReason } unchanged { id }',
    gives: ({ ids }) => ({
      changed: (ids as string[]).map((id) => ({ id, deprecated: true, deprecatedReason: 'Old.' })),
      unchanged: [],
    }),
    wrong: {
      input: { deprecatedReason: 'x'.repeat(1001) },
      field: ['deprecatedReason'],
      code: 'TOO_LONG',
    },
    audit: 'engine-version.update',
  },
  engineVersionVerify: {
    // The face of scripts has no such operation: scripts fetch the files themselves.
    rest: [],
    asks: 'PATCH /admin/engine-versions/:id',
    by: 'admin',
    input: engineVersion,
    answer: 'engineVersion { id verifications { os arch state } }',
    gives: ({ id }) => ({
      engineVersion: { id, verifications: [{ os: 'linux', arch: 'amd64', state: 'QUEUED' }] },
    }),
    audit: 'engine-version.verify',
  },
  releaseFeedTakeOver: {
    // The face of scripts has no such operation: they create and change versions one by one.
    rest: [],
    asks: 'POST /admin/engine-versions',
    by: 'admin',
    input: async (here) => ({ ...(await offered(here)), reason: 'a test' }),
    answer: 'engineVersions { version }',
    gives: ({ versions }) => ({ engineVersions: [{ version: (versions as string[])[0] }] }),
    wrong: { input: { versions: ['0.0.0'] }, field: ['versions', '0'], code: 'NOT_INCLUDED' },
    audit: 'engine-version.create',
  },
  siteOrganizationUpdate: {
    rest: ['PATCH /admin/organizations/:name'],
    by: 'admin',
    input: async (here) => ({ ...(await organization(here)), isDisabled: true, applyTimeout: '90m' }),
    answer: 'organization { id isDisabled effectiveApplyTimeout }',
    gives: ({ id }) => ({ organization: { id, isDisabled: true, effectiveApplyTimeout: '90m' } }),
    wrong: { input: { planTimeout: 'soon' }, field: ['planTimeout'], code: 'INVALID' },
    audit: 'organization.set',
  },
  siteOrganizationModuleConsumersSet: {
    rest: ['PATCH /admin/organizations/:name/relationships/module-consumers'],
    by: 'admin',
    input: async (here) => ({ ...(await organization(here)), consumers: ['acme'] }),
    answer: 'organization { id moduleConsumers { nodes { name } } }',
    gives: ({ id }) => ({ organization: { id, moduleConsumers: { nodes: [{ name: 'acme' }] } } }),
    wrong: { input: { consumers: ['acme', ''] }, field: ['consumers', '1'], code: 'BLANK' },
    audit: 'module-consumers.set',
  },
  siteOrganizationSharingSet: {
    rest: ['PUT /admin/organizations/:name/registry-partnerships'],
    by: 'admin',
    input: async (here) => ({
      ...(await organization(here)),
      modules: { withAll: true },
      providers: { consumers: [{ name: 'acme', endsAt: '2100-01-01T00:00:00.000Z' }] },
    }),
    answer: 'organization { id globalModuleSharing providerConsumers { nodes { name sharingEndsAt } } }',
    gives: ({ id }) => ({
      organization: {
        id,
        globalModuleSharing: true,
        providerConsumers: { nodes: [{ name: 'acme', sharingEndsAt: '2100-01-01T00:00:00.000Z' }] },
      },
    }),
    wrong: {
      input: { modules: { consumers: [{ name: '' }] }, providers: { withAll: false } },
      field: ['modules', 'consumers', '0', 'name'],
      code: 'BLANK',
    },
    audit: 'provider-consumers.set',
  },
  siteOrganizationDelete: {
    ...deletion,
    rest: ['DELETE /admin/organizations/:name'],
    by: 'admin',
    input: organization,
    audit: 'organization.delete',
  },
  userCreate: {
    rest: ['POST /admin/users'],
    by: 'admin',
    input: async (here) => {
      const username = `new${here.next()}`
      return {
        username,
        email: `${username}@example.com`,
        password: 'a lamp in the window',
        isSiteAdmin: true,
      }
    },
    answer: 'user { username isSiteAdmin }',
    gives: ({ username }) => ({ user: { username, isSiteAdmin: true } }),
    wrong: { input: { password: 'short' }, field: ['password'], code: 'INVALID' },
    audit: 'user.create',
  },
  userSuspend: {
    ...onUser('suspend'),
    input: user,
    answer: 'user { id suspendedAt }',
    gives: ({ id }) => ({ user: { id, suspendedAt: expect.any(String) } }),
    audit: 'user.suspend',
  },
  userTokensRevoke: {
    ...onUser('revoke_tokens'),
    input: user,
    answer: 'user { id accessCounts { tokens serviceTokens sessions links } }',
    gives: ({ id }) => ({
      user: { id, accessCounts: { tokens: 0, serviceTokens: 0, sessions: 0, links: 0 } },
    }),
    audit: 'user.revoke-tokens',
  },
  userIdentityFree: {
    rest: ['DELETE /admin/users/:id/identity'],
    by: 'admin',
    async input(here) {
      const input = await user(here)
      const id = String(input['id'])
      const now = here.app.clock.now()
      const identity = { issuer: 'https://sign-in.test', subject: id, createdAt: now, lastSignedInAt: now }
      await here.app.prisma.userIdentity.create({ data: { ...identity, userId: id } })
      return input
    },
    answer: 'user { id signOn { issuer isFreed } }',
    gives: ({ id }) => ({ user: { id, signOn: { issuer: null, isFreed: true } } }),
    audit: 'user.free-identity',
  },
  userUnsuspend: {
    ...onUser('unsuspend'),
    async input(here) {
      const { id } = await user(here)
      await here.app.services.users.act(system(here), String(id), 'suspend')
      return { id, reason: 'a test' }
    },
    answer: 'user { id suspendedAt }',
    gives: ({ id }) => ({ user: { id, suspendedAt: null } }),
    audit: 'user.unsuspend',
  },
  userAdminGrant: {
    ...onUser('grant_admin'),
    input: user,
    answer: 'user { id isSiteAdmin }',
    gives: ({ id }) => ({ user: { id, isSiteAdmin: true } }),
    audit: 'user.grant-admin',
  },
  userAdminRevoke: {
    ...onUser('revoke_admin'),
    input: async ({ app }) => ({ id: (await app.make.administrator()).id, reason: 'a test' }),
    answer: 'user { id isSiteAdmin }',
    gives: ({ id }) => ({ user: { id, isSiteAdmin: false } }),
    audit: 'user.revoke-admin',
  },
  userEmailSet: {
    rest: ['PATCH /admin/users/:id'],
    by: 'admin',
    input: async (here) => ({ ...(await user(here)), email: 'set@example.com' }),
    answer: 'user { id email emailVerified }',
    gives: ({ id }) => ({ user: { id, email: 'set@example.com', emailVerified: true } }),
    audit: 'user.set-email',
  },
  userPasswordLinkCreate: {
    ...onUser('password_link'),
    input: user,
    answer: 'user { id } invitationUrl',
    gives: ({ id }) => ({ user: { id }, invitationUrl: expect.stringContaining('/invitations/') }),
    audit: 'user.create-password-link',
  },
  userTwoFactorDisable: {
    ...onUser('disable_two_factor'),
    async input(here) {
      const input = await user(here)
      const data = { twoFactorSecret: 'sealed', twoFactorEnabledAt: here.app.clock.now() }
      await here.app.prisma.user.update({ where: { id: String(input['id']) }, data })
      return input
    },
    answer: 'user { id twoFactorEnabledAt }',
    gives: ({ id }) => ({ user: { id, twoFactorEnabledAt: null } }),
    audit: 'user.disable-two-factor',
  },
  userDelete: {
    ...deletion,
    rest: ['DELETE /admin/users/:id'],
    by: 'admin',
    input: user,
    audit: 'user.delete',
  },
}

/** Changes of public providers by site administrators. */
export const publicProviderChanges: Readonly<Record<string, Change>> = {
  sitePublicProviderCreate: {
    rest: ['POST /admin/public-providers'],
    by: 'admin',
    async input({ origin, next }) {
      const name = `new-${next()}`
      await origin.add('someone', name, { key: null })
      return { origin: originHost, namespace: 'someone', name }
    },
    answer: 'publicProvider { origin name }',
    gives: ({ origin, name }) => ({ publicProvider: { origin, name } }),
    wrong: { input: { name: 'no name' }, field: ['name'], code: 'INVALID' },
    audit: 'public-provider.create',
  },
  sitePublicProviderUpdate: {
    rest: ['PATCH /admin/public-providers/:id'],
    by: 'admin',
    input: async (here) => ({ ...(await publicProvider(here)), approvedForAll: true }),
    answer: 'publicProvider { id approvedForAll }',
    gives: ({ id }) => ({ publicProvider: { id, approvedForAll: true } }),
    wrong: { input: { approvedForAll: null }, field: ['approvedForAll'], code: 'BLANK' },
    audit: 'public-provider.update',
  },
  sitePublicProviderApprove: {
    rest: ['POST /admin/public-providers/:id/relationships/organizations'],
    by: 'admin',
    input: async (here) => ({ ...(await publicProvider(here)), organizations: ['acme'] }),
    answer: 'publicProvider { id approvedOrganizations { nodes { name } } }',
    gives: ({ id }) => ({ publicProvider: { id, approvedOrganizations: { nodes: [{ name: 'acme' }] } } }),
    wrong: { input: { organizations: ['acme', ''] }, field: ['organizations', '1'], code: 'BLANK' },
    audit: 'public-provider.approve',
  },
  sitePublicProviderWithdraw: {
    rest: ['DELETE /admin/public-providers/:id/relationships/organizations'],
    by: 'admin',
    async input(here) {
      const input = await publicProvider(here)
      const names = { ids: ['acme'], faults: [] }
      await here.app.services.adminPublicProviders.approve(system(here), String(input['id']), names)
      return { ...input, organizations: ['acme'] }
    },
    answer: 'publicProvider { id approvedOrganizations { totalCount } }',
    gives: ({ id }) => ({ publicProvider: { id, approvedOrganizations: { totalCount: 0 } } }),
    wrong: { input: { organizations: ['ghost'] }, field: ['organizations', '0'], code: 'INVALID' },
    audit: 'public-provider.withdraw',
  },
  sitePublicProviderDelete: {
    ...deletion,
    rest: ['DELETE /admin/public-providers/:id'],
    by: 'admin',
    input: publicProvider,
    audit: 'public-provider.delete',
  },
  sitePublicProviderVersionDecide: {
    rest: ['PATCH /admin/public-provider-versions/:id'],
    by: 'admin',
    async input({ app }) {
      const { versionIds } = await makePublicProvider(app)
      return { id: versionIds['1.0.0'], decision: 'BLOCK', reason: 'A hole in it' }
    },
    answer: 'version { id status reason }',
    gives: ({ id }) => ({ version: { id, status: 'BLOCKED', reason: 'A hole in it' } }),
    wrong: { input: { reason: '' }, field: ['reason'], code: 'BLANK' },
    audit: 'public-provider-version.block',
  },
  sitePublicModuleAccept: {
    // The face of scripts has no public modules.
    rest: [],
    asks: 'PATCH /admin/public-provider-versions/:id',
    by: 'admin',
    async input({ app }) {
      const id = newId('pubmod')
      const now = app.clock.now()
      await app.prisma.publicModuleDocument.create({
        data: {
          ...{ id, origin: originHost, address: `someone/${id}/aws`, part: '1.0.0/download' },
          ...{
            location: 'https://registry.example/a.zip',
            sha256: 'ab'.repeat(32),
            storedAt: now,
            usedAt: now,
          },
          ...{ alteredSha256: 'cd'.repeat(32), alteredAt: now },
        },
      })
      return { id, sha256: 'cd'.repeat(32), reason: 'a test' }
    },
    answer: 'publicModule { id version sha256 alteredSha256 alteredAt }',
    gives: ({ id, sha256 }) => ({
      publicModule: { id, version: '1.0.0', sha256, alteredSha256: null, alteredAt: null },
    }),
    wrong: { input: { reason: '' }, field: ['reason'], code: 'BLANK' },
    audit: 'public-module.accept',
  },
}
