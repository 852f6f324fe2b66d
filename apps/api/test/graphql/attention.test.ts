import { expect, test } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { startTestApp } from '../app.js'
import { attentionOf } from '../attention.js'
import type { Person } from '../makers.js'
import { createModule, createVersion, versionIdOf } from '../modules/module-requests.js'
import { createProvider, createProviderVersion } from '../providers.js'
import { dataOf, graphql } from '../rest.js'
import { statementsOf } from '../statements.js'

const fields = {
  downloads: 'downloads(days: 7) { day count }',
  used: 'usedEngineVersions { nodes { version deprecated enabled workspaces } totalCount }',
  figures:
    'figures { organizations { now before } workspaces { now before } modules { now before } downloads { now before } }',
}

const daysFromNow = (days: number): string =>
  new Date(app.clock.now().getTime() + days * 86_400_000).toISOString()

async function attention(by: Person, wanted: string) {
  const data = await dataOf(app, by, `{ viewer { attention { ${wanted} } } }`)
  return Object.values(data['viewer']?.['attention'] as object)[0] as {
    nodes: Record<string, unknown>[]
    totalCount: number
  }
}

const uploads = (by: Person | string) =>
  attentionOf(app, by, 'kind: UPLOAD_FAILED', 'organization name provider version detail')

const invite = ({ ctx }: Person, { name }: Organization, email: string) =>
  app.services.memberships.create(ctx, name, { email })

let count = 0

const app = await startTestApp()
const admin = await app.make.administrator('root')
const owner = await app.make.user('olga')
const acme = await app.make.organization(owner, 'acme')
await setBack(owner, acme)

/** A module and a provider of the organization, each with a version that failed and one that is only on its way. */
async function setBack(by: Person, { name }: Organization): Promise<void> {
  const address = `${name}/network-${++count}/aws`
  await createModule(app, by, address)
  await createVersion(app, by, address, '1.0.0')
  await createVersion(app, by, address, '1.1.0')
  const id = await versionIdOf(app, address, '1.1.0')
  await app.prisma.moduleVersion.update({ where: { id }, data: { status: 'failed', error: 'no archive' } })
  const provider = `${name}/private/${name}/cloud-${count}`
  await createProvider(app, by, provider)
  await createProviderVersion(app, by, provider, '2.0.0')
  const made = await createProviderVersion(app, by, provider, '2.1.0')
  const data = { publicationError: 'the signature does not match' }
  await app.prisma.registryProviderVersion.update({ where: { id: made.id }, data })
}

test('tokens are those of the viewer that stop within 30 days, the soonest first', async () => {
  const person = await app.make.user()
  const make = (description: string, days: number) =>
    app.services.tokens.create(
      person.ctx,
      { type: 'user', id: person.id },
      {
        description,
        expiredAt: daysFromNow(days),
      },
    )
  for (const days of [29, 32, 2]) await make(`in ${days}`, days)
  await make('gone', 1)
  app.clock.move(86_400_000)
  const tokens = (by: Person) => attentionOf(app, by, 'kind: TOKEN_EXPIRING', 'name')
  expect(await tokens(person)).toEqual({ nodes: [{ name: 'in 2' }, { name: 'in 29' }], totalCount: 2 })
  expect(await tokens(admin)).toMatchObject({ totalCount: 0 })
})

test('invitations are those whose link ends soon or ended recently, for callers who may renew them', async () => {
  const other = await app.make.organization(await app.make.user())
  const member = await app.make.member(acme)
  const shown = async (by: Person) =>
    (await attentionOf(app, by, 'kind: INVITATION_ENDING', 'name')).nodes.map(({ name }) => name)
  await invite(owner, acme, 'first@example.com')
  app.clock.move(1000)
  await invite(admin, other, 'other@example.com')
  expect(await shown(owner)).toEqual([])
  app.clock.move(4 * 86_400_000)
  await invite(owner, acme, 'fresh@example.com')
  expect(await shown(owner)).toEqual(['first@example.com'])
  expect(await shown(admin)).toEqual(['first@example.com', 'other@example.com'])
  expect(await shown(member)).toEqual([])
  app.clock.move(6 * 86_400_000)
  expect(await shown(owner)).toEqual(['first@example.com', 'fresh@example.com'])
  app.clock.move(14 * 86_400_000)
  expect(await shown(owner)).toEqual(['fresh@example.com'])
  const where = { emailKey: 'fresh@example.com' }
  const fresh = await app.prisma.organizationMembership.findFirstOrThrow({ where })
  await app.services.memberships.delete(owner.ctx, fresh.id)
  expect(await shown(owner)).toEqual([])
})

test('failed uploads are those of modules and providers where the viewer may upload anew', async () => {
  const shown = async (by: Person | string) =>
    (await uploads(by)).nodes.map(({ name, version }) => `${name} ${version}`)
  const all = ['cloud-1 2.1.0', 'network-1 1.1.0']
  expect((await shown(owner)).sort()).toEqual(all)
  expect((await shown(admin)).sort()).toEqual(all)
  expect(await shown(await app.make.manager(acme, { manageModules: true }))).toEqual([all[1]])
  expect(await shown(await app.make.manager(acme, { manageProviders: true }))).toEqual([all[0]])
  expect(await shown(await app.make.member(acme))).toEqual([])
  expect(await shown(await app.make.token(owner, { scopes: ['read'] }))).toEqual([])
  const { nodes } = await uploads(owner)
  expect(nodes.find(({ provider }) => provider !== null)).toEqual({
    organization: 'acme',
    name: 'network-1',
    provider: 'aws',
    version: '1.1.0',
    detail: 'no archive',
  })
  await app.prisma.organization.update({ where: { id: acme.id }, data: { isDisabled: true } })
  expect([await shown(owner), await shown(admin)]).toEqual([[], []])
  await app.prisma.organization.update({ where: { id: acme.id }, data: { isDisabled: false } })
})

test('full organizations are those with a tenth of their limit left or less, for site administrators', async () => {
  await app.make.engineVersion(admin, '1.0.0')
  const made: Organization[] = []
  for (const [limit, workspaces] of [
    [10, 8],
    [10, 9],
    [2, 2],
    [0, 3],
    [null, 3],
  ] as const) {
    const organization = await app.make.organization(owner, `limit-${limit}-${workspaces}`)
    for (let n = 0; n < workspaces; n++) await app.make.workspace(owner, organization, '1.0.0')
    await app.prisma.organization.update({ where: { id: organization.id }, data: { workspaceLimit: limit } })
    made.push(organization)
  }
  const full = async (by: Person, kind: string) =>
    (await attentionOf(app, by, `kind: ${kind}`, 'name amount limit')).nodes
  expect(await full(admin, 'LIMIT_REACHED')).toEqual([{ name: 'limit-2-2', amount: 2, limit: 2 }])
  expect(await full(admin, 'LIMIT_NEAR')).toEqual([{ name: 'limit-10-9', amount: 9, limit: 10 }])
  expect([await full(owner, 'LIMIT_REACHED'), await full(owner, 'LIMIT_NEAR')]).toEqual([[], []])
  for (const { id } of made) await app.prisma.workspace.deleteMany({ where: { organizationId: id } })
})

test('downloads are counted day by day over the modules that the viewer knows', async () => {
  const module = await app.prisma.module.findFirstOrThrow({ where: { nameKey: 'network-1' } })
  const day = (ago: number): Date => new Date(daysFromNow(-ago).slice(0, 10))
  const row = { moduleId: module.id, version: '1.0.0', credentialId: 'at-1', organizationId: '' }
  await app.prisma.moduleDownload.createMany({
    data: [0, 6, 7].map((ago) => ({ ...row, day: day(ago), count: ago + 1 })),
  })
  const counts = async (by: Person) => {
    const query = `{ viewer { attention { ${fields.downloads} } } }`
    const { data } = await graphql(app, by, query)
    return (data['viewer']?.['attention'] as { downloads: { count: number }[] }).downloads.map(
      (each) => each.count,
    )
  }
  expect(await counts(owner)).toEqual([7, 0, 0, 0, 0, 0, 1])
  expect(await counts(admin)).toEqual([7, 0, 0, 0, 0, 0, 1])
  expect(await counts(await app.make.user())).toEqual([0, 0, 0, 0, 0, 0, 0])
  const { errors } = await graphql(app, owner, '{ viewer { attention { downloads(days: 367) { count } } } }')
  expect(errors).toMatchObject([{ extensions: { code: 'INVALID' } }])
})

test('failed verifications are those of the archives as they are, for site administrators', async () => {
  const version = await app.make.engineVersion(admin, '7.0.0')
  const [arch] = await app.prisma.engineVersionArch.findMany({ where: { engineVersionId: version.id } })
  if (!arch) throw new Error('A version has an archive')
  const { os, url, sha } = arch
  const at = app.clock.now()
  const foundSha = 'b'.repeat(64)
  const of = { engineVersionId: version.id, requestedBy: admin.id, requestedAt: at, finishedAt: at }
  await app.prisma.engineVersionVerification.createMany({
    data: [
      { ...of, os, arch: arch.arch, url, sha, state: 'failed' as const, foundSha },
      { ...of, os: 'plan9', arch: 'arm', url, sha, state: 'failed' as const, foundSha },
    ],
  })
  const verifications = (by: Person) =>
    attentionOf(app, by, 'kind: VERIFICATION_FAILED', 'version name detail')
  expect(await verifications(admin)).toEqual({
    nodes: [{ version: '7.0.0', name: `${os}/${arch.arch}`, detail: null }],
    totalCount: 1,
  })
  expect(await verifications(owner)).toMatchObject({ totalCount: 0 })
  await app.prisma.engineVersionVerification.updateMany({
    where: { engineVersionId: version.id },
    data: { state: 'passed', foundSha: null },
  })
  expect(await verifications(admin)).toMatchObject({ totalCount: 0 })
})

test('figures and used versions are those of what the viewer may see, against 30 days before', async () => {
  const person = await app.make.user()
  const organization = await app.make.organization(person)
  await app.make.engineVersion(admin, '7.1.0')
  await app.make.workspace(person, organization, '7.1.0')
  const address = `${organization.name}/counted/aws`
  await createModule(app, person, address)
  const { id: moduleId } = await app.prisma.module.findFirstOrThrow({ where: { nameKey: 'counted' } })
  app.clock.move(31 * 86_400_000)
  await app.make.workspace(person, organization, '7.1.0')
  const row = { moduleId, version: '1.0.0', credentialId: 'at-1', organizationId: '' }
  const day = (ago: number): Date => new Date(daysFromNow(-ago).slice(0, 10))
  await app.prisma.moduleDownload.createMany({
    data: [0, 29, 30, 59, 60].map((ago) => ({ ...row, day: day(ago), count: ago + 1 })),
  })
  const figures = async (by: Person) => {
    const { data } = await graphql(app, by, `{ viewer { attention { ${fields.figures} } } }`)
    return (data['viewer']?.['attention'] as { figures: Record<string, { now: number }> }).figures
  }
  expect(await figures(person)).toEqual({
    organizations: { now: 1, before: 1 },
    workspaces: { now: 2, before: 1 },
    modules: { now: 1, before: 1 },
    downloads: { now: 31, before: 91 },
  })
  expect((await figures(admin))['organizations']?.now).toBeGreaterThan(1)
  expect((await figures(await app.make.user()))['workspaces']).toEqual({ now: 0, before: 0 })
  expect(await attention(person, fields.used)).toEqual({
    nodes: [{ version: '7.1.0', deprecated: false, enabled: true, workspaces: 2 }],
    totalCount: 1,
  })
})

test('the whole of it takes the same number of statements for little as for much', async () => {
  const all = 'items(page: { size: 50 }) { nodes { id kind name assignee } counts { kind open } }'
  const wanted = [all, ...Object.values(fields)].join(' ')
  const measure = async () => {
    const asked = async (by: Person) => {
      const { answer, own } = await statementsOf(app, () =>
        graphql(app, by, `{ viewer { attention { ${wanted} } } }`),
      )
      expect(answer.errors).toBeUndefined()
      return own.length
    }
    return [await asked(admin), await asked(owner)]
  }
  await invite(owner, acme, 'one@example.com')
  await app.make.token(owner, { expiredAt: daysFromNow(20) })
  app.clock.move(5 * 86_400_000)
  const [ofAdmin, ofOwner] = await measure()
  for (let n = 0; n < 4; n++) {
    const organization = await app.make.organization(owner)
    await setBack(owner, organization)
    await invite(owner, organization, `many-${n}@example.com`)
    await app.make.token(owner, { expiredAt: daysFromNow(20) })
  }
  app.clock.move(4.5 * 86_400_000)
  expect(await measure()).toEqual([ofAdmin, ofOwner])
  expect(await uploads(owner)).toMatchObject({ totalCount: 10 })
  expect(await attentionOf(app, owner, 'kind: INVITATION_ENDING', 'id')).toMatchObject({ totalCount: 5 })
})
