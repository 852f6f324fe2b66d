import type { TestApp } from '../app.js'
import type { Person } from '../makers.js'
import {
  archiveLink,
  modulePath,
  pathOf,
  publish,
  publishModule,
  registry,
  setStatus,
} from '../modules/module-requests.js'
import { newSigningKey } from '../../load/src/origin/signing.js'
import { later, seconds } from '../../src/kernel/clock.js'
import { createProvider, providerPath } from '../providers.js'
import { registerKey, releaseProvider } from '../registry/signed-provider.js'
import { as, documentOf, graphql, must } from '../rest.js'
import { sessionOf, userWithPassword } from '../sign-in.js'
import { ask } from './asking.js'

/** A read that is repeated until one of the processes changes what it shows. */
export interface InvalidationCase {
  /** The status of the answer, and what the change is about. */
  read(app: TestApp): Promise<string>
  /** Makes the change on the one process. */
  change(): Promise<unknown>
  readonly before: string
  readonly after: string
}

export interface CaseContext {
  readonly here: TestApp
  readonly admin: Person
  /** A name that no other case has. */
  readonly name: string
}

type Summary = (body: never) => string

/** Reads a document as a caller; `read` returns the part that matters. */
const reading =
  (token: string, path: string, read: Summary = () => '') =>
  async (app: TestApp): Promise<string> => {
    const { status, body } = await ask(app, token, path)
    return status === 200 ? `200 ${read(JSON.parse(body) as never)}`.trim() : String(status)
  }

/** Follows a signed link, as it leads to where it did; HEAD is answered from what is cached alone. */
const following = (link: string) => async (app: TestApp) =>
  String((await ask(app, '', link, { method: 'HEAD' })).status)

/** The link of a member to the archive of a module, which a change makes a miss. */
async function archiveCase(
  { here }: CaseContext,
  { member, address }: { readonly member: Person; readonly address: string },
  change: InvalidationCase['change'],
): Promise<InvalidationCase> {
  const link = await archiveLink(here, member, address, '1.0.0')
  return { read: following(link), change, before: '200', after: '404' }
}

/** A provider of an organization of the administrator's, and the link of a member to the zip of a platform. */
async function providerZip({ here, admin, name }: CaseContext) {
  const { member } = await organization({ here, admin, name })
  const [address, pair] = [`${name}/private/${name}/cloud`, await newSigningKey()]
  await registerKey(here, admin, name, pair)
  await createProvider(here, admin, address)
  await releaseProvider(here, admin, address, pair, { version: '1.0.0' })
  const download = `/v1/providers/${name}/cloud/1.0.0/download/linux/amd64`
  const link = pathOf((await registry(here, member, download)).body.download_url)
  return { address, member, read: following(link), before: '200', after: '404' }
}

/** An organization of the administrator's with one published module, and a plain member. */
async function organization({ here, admin, name }: CaseContext) {
  const made = await here.make.organization(admin, name)
  const address = `${name}/network/aws`
  await publishModule(here, admin, address, '1.0.0')
  return { made, address, detail: `/v1/modules/${address}/1.0.0`, member: await here.make.member(made) }
}

const versionsIn: Summary = (body: { modules: { versions: { version: string }[] }[] }) =>
  (body.modules[0]?.versions ?? []).map(({ version }) => version).join(' ')

const administer = ({ here, admin }: CaseContext, path: string, type: string, attributes: object) =>
  must(as(here, admin).patch(path, { body: documentOf(type, attributes) }))

async function tokenOf({ here }: CaseContext, { id }: Person): Promise<{ id: string }> {
  return here.prisma.authenticationToken.findFirstOrThrow({ where: { userId: id } })
}

export const invalidationCases: Readonly<
  Record<string, (context: CaseContext) => Promise<InvalidationCase>>
> = {
  async 'a revoked token'(context) {
    const { member, detail } = await organization(context)
    const { id } = await tokenOf(context, member)
    const change = () => must(as(context.here, member).delete(`/authentication-tokens/${id}`))
    return { read: reading(member.token, detail), change, before: '200', after: '401' }
  },
  async 'a session that was signed out'(context) {
    const { here, name } = context
    await userWithPassword(here, name)
    const token = await sessionOf(here, name)
    const change = () => graphql(here, token, 'mutation { signOut { signedOut } }')
    return { read: reading(token, '/api/v2/organizations'), change, before: '200', after: '401' }
  },
  async 'a suspended user'(context) {
    const { member, detail } = await organization(context)
    const change = () =>
      must(as(context.here, context.admin).post(`/admin/users/${member.id}/actions/suspend`))
    return { read: reading(member.token, detail), change, before: '200', after: '401' }
  },
  async 'an administrator who is none any more'(context) {
    const other = await context.here.make.administrator(`${context.name}-root`)
    const change = () =>
      must(as(context.here, context.admin).post(`/admin/users/${other.id}/actions/revoke_admin`))
    return {
      read: reading(other.token, '/api/v2/admin/engine-versions'),
      change,
      before: '200',
      after: '404',
    }
  },
  async 'the token of a deleted team'(context) {
    const { here, admin } = context
    const { made, detail } = await organization(context)
    const team = await here.make.team(admin, made)
    const answer = await as(here, admin).post(`/teams/${team.id}/authentication-token`)
    const { token } = answer.body.data.attributes as { token: string }
    const change = () => must(as(here, admin).delete(`/teams/${team.id}`))
    return { read: reading(token, detail), change, before: '200', after: '401' }
  },
  async 'a changed sharing'(context) {
    const { here, admin, name } = context
    const { detail } = await organization(context)
    const consumer = await here.make.organization(admin, `${name}-consumer`)
    const reader = await here.make.member(consumer)
    const path = `/admin/organizations/${name}/relationships/module-consumers`
    const share = (...ids: string[]) =>
      must(as(here, admin).patch(path, { body: { data: ids.map((id) => ({ type: 'organizations', id })) } }))
    await share(consumer.name)
    return { read: reading(reader.token, detail), change: () => share(), before: '200', after: '404' }
  },
  async 'a share that has come to its end'(context) {
    const { here, admin, name } = context
    const { made, detail } = await organization(context)
    const consumer = await here.make.organization(admin, `${name}-consumer`)
    const reader = await here.make.member(consumer)
    const endsAt = later(here.clock.now(), seconds(1))
    await here.services.registryPartnerships.set(admin.ctx, made.id, {
      modules: [{ name: consumer.name, endsAt }],
    })
    const change = async () => {
      here.clock.move(seconds(1))
      await here.doWhatIsDue()
    }
    return { read: reading(reader.token, detail), change, before: '200', after: '404' }
  },
  async 'an engine version whose end of life has come'(context) {
    const { here, admin, name } = context
    const { id } = await here.make.engineVersion(admin, `7.${name.replace(/\D/g, '')}.0`)
    const path = `/admin/engine-versions/${id}`
    const date = later(here.clock.now(), seconds(1)).toISOString()
    await administer(context, path, 'engine-versions', { 'end-of-life': { date } })
    const change = async () => {
      here.clock.move(seconds(1))
      await here.doWhatIsDue()
    }
    const read = reading(
      admin.token,
      `/api/v2${path}`,
      (body: { data: { attributes: { deprecated: boolean } } }) => String(body.data.attributes.deprecated),
    )
    return { read, change, before: '200 false', after: '200 true' }
  },
  async 'a removed membership'(context) {
    const { made, member, detail } = await organization(context)
    const where = { userId: member.id, organizationId: made.id }
    const { id } = await context.here.prisma.organizationMembership.findFirstOrThrow({ where })
    const change = () => must(as(context.here, context.admin).delete(`/organization-memberships/${id}`))
    return { read: reading(member.token, detail), change, before: '200', after: '404' }
  },
  async 'a disabled organization'(context) {
    const { member, detail } = await organization(context)
    const path = `/admin/organizations/${context.name}`
    const change = () => administer(context, path, 'organizations', { 'is-disabled': true })
    return { read: reading(member.token, detail), change, before: '200', after: '404' }
  },
  async 'a renamed organization'(context) {
    const { member } = await organization(context)
    const path = `/organizations/${context.name}`
    const change = () => administer(context, path, 'organizations', { name: `${context.name}-renamed` })
    const read = reading(member.token, '/v1/modules?limit=1', (body: { modules: { namespace: string }[] }) =>
      body.modules.map(({ namespace }) => namespace).join(' '),
    )
    return { read, change, before: `200 ${context.name}`, after: `200 ${context.name}-renamed` }
  },
  async 'a new version'(context) {
    const { address, member } = await organization(context)
    const change = () => publish(context.here, context.admin, address, '1.1.0')
    const read = reading(member.token, `/v1/modules/${address}/versions`, versionsIn)
    return { read, change, before: '200 1.0.0', after: '200 1.1.0 1.0.0' }
  },
  async 'a revoked version, that is listed'(context) {
    const { address, member } = await organization(context)
    await publish(context.here, context.admin, address, '1.1.0')
    const change = () => must(setStatus(context.here, context.admin, address, '1.1.0', 'Revoked'))
    const read = reading(member.token, `/v1/modules/${address}/versions`, versionsIn)
    return { read, change, before: '200 1.1.0 1.0.0', after: '200 1.0.0' }
  },
  async 'a revoked version, that is downloaded'(context) {
    const { address, detail, member } = await organization(context)
    const change = () => must(setStatus(context.here, context.admin, address, '1.0.0', 'Revoked'))
    return { read: reading(member.token, `${detail}/download`), change, before: '204', after: '410' }
  },
  async 'a deleted module, that is searched for'(context) {
    const { address, member } = await organization(context)
    const change = () => must(as(context.here, context.admin).delete(modulePath(address)))
    const read = reading(member.token, '/v1/modules/search?q=network', (body: { modules: object[] }) =>
      String(body.modules.length),
    )
    return { read, change, before: '200 1', after: '200 0' }
  },
  async 'a changed engine version'(context) {
    const { id } = await context.here.make.engineVersion(
      context.admin,
      `9.${context.name.replace(/\D/g, '')}.0`,
    )
    const path = `/admin/engine-versions/${id}`
    const change = () => administer(context, path, 'engine-versions', { enabled: false })
    const read = reading(
      context.admin.token,
      `/api/v2${path}`,
      (body: { data: { attributes: { enabled: boolean } } }) => String(body.data.attributes.enabled),
    )
    return { read, change, before: '200 true', after: '200 false' }
  },
  async 'an engine version that is used once more'(context) {
    const { here, admin, name } = context
    const { id, version } = await here.make.engineVersion(admin, `8.${name.replace(/\D/g, '')}.0`)
    const made = await here.make.organization(admin, name)
    const read = reading(
      admin.token,
      `/api/v2/admin/engine-versions/${id}`,
      (body: { data: { attributes: { usage: number } } }) => String(body.data.attributes.usage),
    )
    const change = () => here.make.workspace(admin, made, version)
    return { read, change, before: '200 0', after: '200 1' }
  },
  async 'a deleted provider'(context) {
    const { here, admin, name } = context
    const { member } = await organization(context)
    const address = `${name}/private/${name}/cloud`
    await createProvider(here, admin, address)
    const change = () => must(as(here, admin).delete(providerPath(address)))
    const path = `/api/v2/organizations/${name}/registry-providers`
    const read = reading(member.token, path, (body: { data: object[] }) => String(body.data.length))
    return { read, change, before: '200 1', after: '200 0' }
  },
  async 'a link of a revoked token'(context) {
    const { here } = context
    const made = await organization(context)
    const { id } = await tokenOf(context, made.member)
    return archiveCase(context, made, () =>
      must(as(here, made.member).delete(`/authentication-tokens/${id}`)),
    )
  },
  async 'a link of a suspended user'(context) {
    const made = await organization(context)
    const path = `/admin/users/${made.member.id}/actions/suspend`
    return archiveCase(context, made, () => must(as(context.here, context.admin).post(path)))
  },
  async 'a link of a session that was signed out'(context) {
    const { here, name } = context
    const made = await organization(context)
    await userWithPassword(here, name)
    await here.prisma.user.updateMany({ where: { username: name }, data: { isSiteAdmin: true } })
    const token = await sessionOf(here, name)
    const link = await archiveLink(here, token, made.address, '1.0.0')
    const change = () => graphql(here, token, 'mutation { signOut { signedOut } }')
    return { read: following(link), change, before: '200', after: '404' }
  },
  async 'a link of a removed member'(context) {
    const made = await organization(context)
    const where = { userId: made.member.id, organizationId: made.made.id }
    const { id } = await context.here.prisma.organizationMembership.findFirstOrThrow({ where })
    const path = `/organization-memberships/${id}`
    return archiveCase(context, made, () => must(as(context.here, context.admin).delete(path)))
  },
  async 'a link of a consumer that is none any longer'(context) {
    const { here, admin, name } = context
    const { address } = await organization(context)
    const consumer = await here.make.organization(admin, `${name}-consumer`)
    const member = await here.make.member(consumer)
    const path = `/admin/organizations/${name}/relationships/module-consumers`
    const share = (...ids: string[]) =>
      must(as(here, admin).patch(path, { body: { data: ids.map((id) => ({ type: 'organizations', id })) } }))
    await share(consumer.name)
    return archiveCase(context, { member, address }, () => share())
  },
  async 'a link into a disabled organization'(context) {
    const made = await organization(context)
    const path = `/admin/organizations/${context.name}`
    return archiveCase(context, made, () =>
      administer(context, path, 'organizations', { 'is-disabled': true }),
    )
  },
  async 'a link to a revoked version'(context) {
    const made = await organization(context)
    return archiveCase(context, made, () =>
      must(setStatus(context.here, context.admin, made.address, '1.0.0', 'Revoked')),
    )
  },
  async 'a link to a deleted version'(context) {
    const made = await organization(context)
    const path = `${modulePath(made.address)}/1.0.0`
    return archiveCase(context, made, () => must(as(context.here, context.admin).delete(path)))
  },
  async 'a link to a version of a deleted module'(context) {
    const made = await organization(context)
    const path = modulePath(made.address)
    return archiveCase(context, made, () => must(as(context.here, context.admin).delete(path)))
  },
  async 'the archive of a revoked version, on a page'(context) {
    const { address, member } = await organization(context)
    const path = `/api/registry/v1/module-files/${address}/1.0.0/archive`
    const read = async (app: TestApp) =>
      String((await ask(app, member.token, path, { method: 'HEAD' })).status)
    const change = () => must(setStatus(context.here, context.admin, address, '1.0.0', 'Revoked'))
    return { read, change, before: '200', after: '404' }
  },
  async 'a link to a zip of a deleted provider'(context) {
    const { address, ...made } = await providerZip(context)
    return { ...made, change: () => must(as(context.here, context.admin).delete(providerPath(address))) }
  },
  async 'a link to a zip of a revoked provider version'(context) {
    const { address, ...made } = await providerZip(context)
    const path = `${providerPath(address)}/versions/1.0.0`
    const revoked = { deprecation: { 'deprecated-status': 'Revoked', reason: 'leak' } }
    const change = () => must(as(context.here, context.admin).patch(path, { body: documentOf('', revoked) }))
    return { ...made, change }
  },
  async 'a verified module'(context) {
    const { address, member } = await organization(context)
    const { id } = await context.here.prisma.module.findFirstOrThrow({
      where: { organization: { name: context.name } },
    })
    const path = `/admin/registry-modules/${id}`
    const change = () => administer(context, path, 'registry-modules', { verified: true })
    const read = reading(member.token, `/v1/modules/${address}`, (body: { verified: boolean }) =>
      String(body.verified),
    )
    return { read, change, before: '200 false', after: '200 true' }
  },
}
