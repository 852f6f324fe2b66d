import type { TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { createModule, modulePath, publish, setStatus } from '../modules/story.js'
import { createProvider, providerPath } from '../providers.js'
import { as, documentOf, graphql, must } from '../rest.js'
import { sessionOf, userWithPassword } from '../sign-in.js'
import { ask } from './asking.js'

/** Something that is asked for again and again until somebody changes it, on whatever process. */
export interface Story {
  /** What is told of the answer: its status, and what the change is about. */
  tell(app: TestApp): Promise<string>
  /** On the one process. */
  change(): Promise<unknown>
  readonly before: string
  readonly after: string
}

export interface Cast {
  readonly here: TestApp
  readonly admin: Person
  /** A name that no other story has. */
  readonly name: string
}

type Telling = (body: never) => string

/** Who asks for what; `tell` says what matters of a document. */
const asking =
  (token: string, path: string, tell: Telling = () => '') =>
  async (app: TestApp): Promise<string> => {
    const { status, body } = await ask(app, token, path)
    return status === 200 ? `200 ${tell(JSON.parse(body) as never)}`.trim() : String(status)
  }

/** An organization of the administrator's with one published module, and a plain member. */
async function organization({ here, admin, name }: Cast) {
  const made = await here.make.organization(admin, name)
  const address = `${name}/network/aws`
  await createModule(here, admin, address)
  await publish(here, admin, address, '1.0.0')
  return { made, address, detail: `/v1/modules/${address}/1.0.0`, member: await here.make.member(made) }
}

const versionsIn: Telling = (body: { modules: { versions: { version: string }[] }[] }) =>
  (body.modules[0]?.versions ?? []).map(({ version }) => version).join(' ')

const administer = ({ here, admin }: Cast, path: string, type: string, attributes: object) =>
  must(as(here, admin).patch(path, { body: documentOf(type, attributes) }))

async function tokenOf({ here }: Cast, { id }: Person): Promise<{ id: string }> {
  return here.prisma.authenticationToken.findFirstOrThrow({ where: { userId: id } })
}

export const stories: Readonly<Record<string, (cast: Cast) => Promise<Story>>> = {
  async 'a revoked token'(cast) {
    const { member, detail } = await organization(cast)
    const { id } = await tokenOf(cast, member)
    const change = () => must(as(cast.here, member).delete(`/authentication-tokens/${id}`))
    return { tell: asking(member.token, detail), change, before: '200', after: '401' }
  },
  async 'a session that was signed out'(cast) {
    const { here, name } = cast
    await userWithPassword(here, name)
    const token = await sessionOf(here, name)
    const change = () => graphql(here, token, 'mutation { signOut { signedOut } }')
    return { tell: asking(token, '/api/v2/organizations'), change, before: '200', after: '401' }
  },
  async 'a suspended user'(cast) {
    const { member, detail } = await organization(cast)
    const change = () => must(as(cast.here, cast.admin).post(`/admin/users/${member.id}/actions/suspend`))
    return { tell: asking(member.token, detail), change, before: '200', after: '401' }
  },
  async 'an administrator who is none any more'(cast) {
    const other = await cast.here.make.administrator(`${cast.name}-root`)
    const change = () => must(as(cast.here, cast.admin).post(`/admin/users/${other.id}/actions/revoke_admin`))
    return { tell: asking(other.token, '/api/v2/admin/engine-versions'), change, before: '200', after: '404' }
  },
  async 'the token of a deleted team'(cast) {
    const { here, admin } = cast
    const { made, detail } = await organization(cast)
    const team = await here.make.team(admin, made)
    const answer = await as(here, admin).post(`/teams/${team.id}/authentication-token`)
    const { token } = answer.body.data.attributes as { token: string }
    const change = () => must(as(here, admin).delete(`/teams/${team.id}`))
    return { tell: asking(token, detail), change, before: '200', after: '401' }
  },
  async 'a changed sharing'(cast) {
    const { here, admin, name } = cast
    const { detail } = await organization(cast)
    const consumer = await here.make.organization(admin, `${name}-consumer`)
    const reader = await here.make.member(consumer)
    const path = `/admin/organizations/${name}/relationships/module-consumers`
    const share = (...ids: string[]) =>
      must(as(here, admin).patch(path, { body: { data: ids.map((id) => ({ type: 'organizations', id })) } }))
    await share(consumer.name)
    return { tell: asking(reader.token, detail), change: () => share(), before: '200', after: '404' }
  },
  async 'a removed membership'(cast) {
    const { made, member, detail } = await organization(cast)
    const where = { userId: member.id, organizationId: made.id }
    const { id } = await cast.here.prisma.organizationMembership.findFirstOrThrow({ where })
    const change = () => must(as(cast.here, cast.admin).delete(`/organization-memberships/${id}`))
    return { tell: asking(member.token, detail), change, before: '200', after: '404' }
  },
  async 'a disabled organization'(cast) {
    const { member, detail } = await organization(cast)
    const path = `/admin/organizations/${cast.name}`
    const change = () => administer(cast, path, 'organizations', { 'is-disabled': true })
    return { tell: asking(member.token, detail), change, before: '200', after: '404' }
  },
  async 'a renamed organization'(cast) {
    const { member } = await organization(cast)
    const path = `/organizations/${cast.name}`
    const change = () => administer(cast, path, 'organizations', { name: `${cast.name}-renamed` })
    const tell = asking(member.token, '/v1/modules?limit=1', (body: { modules: { namespace: string }[] }) =>
      body.modules.map(({ namespace }) => namespace).join(' '),
    )
    return { tell, change, before: `200 ${cast.name}`, after: `200 ${cast.name}-renamed` }
  },
  async 'a new version'(cast) {
    const { address, member } = await organization(cast)
    const change = () => publish(cast.here, cast.admin, address, '1.1.0')
    const tell = asking(member.token, `/v1/modules/${address}/versions`, versionsIn)
    return { tell, change, before: '200 1.0.0', after: '200 1.1.0 1.0.0' }
  },
  async 'a revoked version, that is listed'(cast) {
    const { address, member } = await organization(cast)
    await publish(cast.here, cast.admin, address, '1.1.0')
    const change = () => must(setStatus(cast.here, cast.admin, address, '1.1.0', 'Revoked'))
    const tell = asking(member.token, `/v1/modules/${address}/versions`, versionsIn)
    return { tell, change, before: '200 1.1.0 1.0.0', after: '200 1.0.0' }
  },
  async 'a revoked version, that is downloaded'(cast) {
    const { address, detail, member } = await organization(cast)
    const change = () => must(setStatus(cast.here, cast.admin, address, '1.0.0', 'Revoked'))
    return { tell: asking(member.token, `${detail}/download`), change, before: '204', after: '404' }
  },
  async 'a deleted module, that is searched for'(cast) {
    const { address, member } = await organization(cast)
    const change = () => must(as(cast.here, cast.admin).delete(modulePath(address)))
    const tell = asking(member.token, '/v1/modules/search?q=network', (body: { modules: object[] }) =>
      String(body.modules.length),
    )
    return { tell, change, before: '200 1', after: '200 0' }
  },
  async 'a changed engine version'(cast) {
    const { id } = await cast.here.make.engineVersion(cast.admin, `9.${cast.name.replace(/\D/g, '')}.0`)
    const path = `/admin/engine-versions/${id}`
    const change = () => administer(cast, path, 'engine-versions', { enabled: false })
    const tell = asking(
      cast.admin.token,
      `/api/v2${path}`,
      (body: { data: { attributes: { enabled: boolean } } }) => String(body.data.attributes.enabled),
    )
    return { tell, change, before: '200 true', after: '200 false' }
  },
  async 'an engine version that is used once more'(cast) {
    const { here, admin, name } = cast
    const { id, version } = await here.make.engineVersion(admin, `8.${name.replace(/\D/g, '')}.0`)
    const made = await here.make.organization(admin, name)
    const tell = asking(
      admin.token,
      `/api/v2/admin/engine-versions/${id}`,
      (body: { data: { attributes: { usage: number } } }) => String(body.data.attributes.usage),
    )
    const change = () => here.make.workspace(admin, made, version)
    return { tell, change, before: '200 0', after: '200 1' }
  },
  async 'a deleted provider'(cast) {
    const { here, admin, name } = cast
    const { member } = await organization(cast)
    const address = `${name}/private/${name}/cloud`
    await createProvider(here, admin, address)
    const change = () => must(as(here, admin).delete(providerPath(address)))
    const path = `/api/v2/organizations/${name}/registry-providers`
    const tell = asking(member.token, path, (body: { data: object[] }) => String(body.data.length))
    return { tell, change, before: '200 1', after: '200 0' }
  },
  async 'a verified module'(cast) {
    const { address, member } = await organization(cast)
    const { id } = await cast.here.prisma.module.findFirstOrThrow({
      where: { organization: { name: cast.name } },
    })
    const path = `/admin/registry-modules/${id}`
    const change = () => administer(cast, path, 'registry-modules', { verified: true })
    const tell = asking(member.token, `/v1/modules/${address}`, (body: { verified: boolean }) =>
      String(body.verified),
    )
    return { tell, change, before: '200 false', after: '200 true' }
  },
}
