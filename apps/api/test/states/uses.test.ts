import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { counted } from '../engine-sightings/asking.js'
import { publishModule, registry } from '../modules/module-requests.js'
import { as, documentOf } from '../rest.js'
import { statementsOf } from '../statements.js'
import { announced, openStateSetup, resources, stateText } from './states.js'

const { app, admin, owner, acme, workspace, write } = await openStateSetup()
await app.make.engineVersion(admin, '1.10.0')

const page = { number: 1, size: 100 }
const writtenBy = (version: string, more: object = {}): string =>
  stateText(more).replace('"terraform_version": "1.11.4"', `"terraform_version": "${version}"`)
const of = (provider: string) => ({ ...resources(1, 'x_thing'), provider: `provider["${provider}"]` })

rule('§13 use', 'Current states tell which version of the engine is really in use, and who is behind')
test('a version of the engine is used by the workspaces whose current state it wrote', async () => {
  const [behind, other, last] = [await workspace(), await workspace(), await workspace()]
  const level = (await app.make.workspace(owner, acme, '1.10.0')).id
  await write(behind, writtenBy('1.10.0'))
  await write(level, writtenBy('1.10.0'))
  await write(other, writtenBy('1.11.9'))
  // Only what is current counts.
  await write(last, writtenBy('1.10.0'))
  await write(last, writtenBy('1.12.0-beta1', { serial: 2 }))
  const { stateUses } = app.services
  const uses = await stateUses.ofEngineVersions(admin.ctx, ['1.10.0', '1.11.9', '1.12.0-beta1', '1.5.0'])
  expect(Object.fromEntries(uses)).toEqual({
    '1.10.0': { workspaces: 2, behind: 1 },
    '1.11.9': { workspaces: 1, behind: 0 },
    '1.12.0-beta1': { workspaces: 1, behind: 0 },
    '1.5.0': { workspaces: 0, behind: 0 },
  })
  const { items, totalCount } = await app.services.workspaces.listAll(
    admin.ctx,
    { writtenBy: '1.10.0' },
    page,
  )
  expect([totalCount, items.map(({ id }) => id).sort()]).toEqual([2, [behind, level].sort()])
  await expect(stateUses.ofEngineVersions(owner.ctx, ['1.10.0'])).rejects.toThrow()
})

rule('§13 use', 'Current states tell which providers of this registry are really in use')
test('a provider of this registry is used by the workspaces with resources of it whose states the caller reads', async () => {
  const [one, two, none] = [await workspace(), await workspace(), await workspace()]
  await write(one, stateText({ resources: [of('registry.test/acme/cloud'), of('other.test/acme/dns')] }))
  const inModule = 'module.a.module.b["x"].provider["registry.test/Acme/cloud"].west'
  await write(two, stateText({ resources: [{ ...of(''), provider: inModule }] }))
  await write(none, stateText({ resources: [of('registry.test/acme/dns')] }))
  const { stateUses } = app.services
  const providers = [
    { id: 'prov-1', namespace: 'Acme', name: 'cloud' },
    { id: 'prov-2', namespace: 'Acme', name: 'dns' },
    { id: 'prov-3', namespace: 'Acme', name: 'other' },
  ]
  const uses = async (ctx = owner.ctx) => [...(await stateUses.ofProviders(ctx, providers)).values()]
  expect(await uses()).toEqual([2, 1, 0])
  expect(await uses((await app.make.user()).ctx)).toEqual([0, 0, 0])
  expect(await uses(admin.ctx)).toEqual([2, 1, 0])
  // What a state holds is nothing for members who may not read it, nor for a token of one workspace.
  expect(await uses((await app.make.member(acme)).ctx)).toEqual([0, 0, 0])
  expect(await uses((await app.make.manager(acme, { readWorkspaces: true })).ctx)).toEqual([2, 1, 0])
  const { actor } = owner.ctx
  if (actor.type !== 'user') throw new Error('the owner is a user')
  const credential = { ...actor.credential, scopes: ['workspace:ws-workspace1workspace1'] }
  expect(await uses({ ...owner.ctx, actor: { ...actor, credential } })).toEqual([0, 0, 0])
  const [cloud = providers[0]] = providers
  const { items } = await stateUses.listUsingProvider(owner.ctx, cloud as (typeof providers)[0], page)
  expect(items.map(({ id }) => id).sort()).toEqual([one, two].sort())
  await write(one, stateText({ serial: 2 }))
  expect(await uses()).toEqual([1, 1, 0])
})

rule('§13 use', 'A state that is written counts as a sighting of the version of the engine inside it')
test('a written state is a sighting of its engine; a rollback, and the same state again, is none', async () => {
  const id = await workspace()
  await write(id, writtenBy('1.4.7'))
  await write(id, writtenBy('0.3.0', { serial: 2 }))
  const seen = (await counted(app, owner)).filter(({ version }) => ['1.4.7', '0.3.0'].includes(version))
  expect(seen).toEqual(
    ['0.3.0', '1.4.7'].map((version) => ({
      ...{ engine: 'engine', version, organizationId: acme.id, requests: 1, refused: 0 },
    })),
  )
})

rule(
  '§13 use',
  'The versions of modules that a token installed are those of the one workspace that it writes',
)
test('a version of a module is used by the workspaces whose own token installed it last', async () => {
  await publishModule(app, owner, 'acme/network/aws', '1.0.0', '1.1.0')
  const team = await app.make.team(owner, acme, { organizationAccess: { 'manage-workspaces': true } })
  const token = async (): Promise<string> => {
    const body = documentOf('authentication-tokens', { description: `ci ${app.make.next()}` })
    const { body: made } = await as(app, owner).post(`/teams/${team.id}/authentication-tokens`, { body })
    return made.data.attributes.token
  }
  /** Installs these versions one after the other, and writes the states of these workspaces. */
  const run = async (by: string, versions: readonly string[], workspaces: readonly string[]) => {
    for (const version of versions)
      expect((await registry(app, by, `/v1/modules/acme/network/aws/${version}/download`)).status).toBe(204)
    for (const id of workspaces) {
      const ask = as(app, by)
      await ask.post(`/workspaces/${id}/actions/lock`)
      const body = announced(stateText())
      expect((await ask.post(`/workspaces/${id}/state-versions`, { body })).status).toBe(201)
      await ask.post(`/workspaces/${id}/actions/unlock`)
    }
  }
  await run(await token(), ['1.0.0'], [await workspace()])
  await run(await token(), ['1.0.0', '1.1.0'], [await workspace()])
  // Whose installations these were is not known, and this one writes nothing.
  await run(await token(), ['1.0.0'], [await workspace(), await workspace()])
  await run(await token(), ['1.0.0'], [])
  await app.services.moduleDownloads.stop(owner.ctx)

  const { id } = await app.prisma.module.findFirstOrThrow({ where: { name: 'network' } })
  const uses = async (ctx = owner.ctx) =>
    (await app.services.stateUses.ofModules(ctx, [id, 'mod-none'])).get(id)
  expect(await uses()).toEqual([
    { version: '1.1.0', workspaces: 1, behind: 0 },
    { version: '1.0.0', workspaces: 1, behind: 1 },
  ])
  expect(await uses((await app.make.member(acme)).ctx)).toEqual([])
})

test('takes as many statements for many as for one', async () => {
  const { stateUses } = app.services
  const provider = (id: number) => ({ id: `prov-${id}`, namespace: 'Acme', name: `p${id}` })
  const count = async (work: () => Promise<unknown>) => (await statementsOf(app, work)).own.length
  const engines = (many: number) =>
    count(() =>
      stateUses.ofEngineVersions(
        admin.ctx,
        Array.from({ length: many }, (_, at) => `1.2.${at}`),
      ),
    )
  const providers = (many: number) =>
    count(() =>
      stateUses.ofProviders(
        admin.ctx,
        Array.from({ length: many }, (_, at) => provider(at)),
      ),
    )
  expect([await engines(1), await engines(50)]).toEqual([1, 1])
  expect([await providers(1), await providers(50)]).toEqual([1, 1])
  const modules = (many: number) =>
    count(() =>
      stateUses.ofModules(
        admin.ctx,
        Array.from({ length: many }, (_, at) => `mod-${at}`),
      ),
    )
  expect([await modules(1), await modules(50)]).toEqual([1, 1])
})
