import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { days, later } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import { auditOf, modulePath, publishModule, registry, versionIdOf } from '../modules/module-requests.js'
import { createProvider, providerPath } from '../providers.js'
import { newSigningKey } from '../../load/src/origin/signing.js'
import { registerKey, releaseProvider } from '../registry/signed-provider.js'
import { as, dataOf, documentOf, must, pointersOf } from '../rest.js'

interface Thing {
  readonly path: string
  readonly type: string
  readonly id: string
  /** Members of its documents once it is deprecated with this reason. */
  readonly deprecated: (reason: string) => object
}

let count = 0

const app = await startTestApp()
const admin = await app.make.administrator()

const inDeprecation = (reason: string) => ({
  deprecation: { 'deprecated-status': 'Deprecated', reason, link: null },
})

const things: Readonly<Record<string, () => Promise<Thing>>> = {
  async 'an engine version'() {
    const { id } = await app.make.engineVersion(admin, `1.${++count}.0`)
    const deprecated = (reason: string) => ({ deprecated: true, 'deprecated-reason': reason })
    return { path: `/admin/engine-versions/${id}`, type: 'engine-versions', id, deprecated }
  },
  async 'a module version'() {
    const { name } = await app.make.organization(admin, `modules-${++count}`)
    const address = `${name}/network/aws`
    await publishModule(app, admin, address, '1.0.0')
    const id = await versionIdOf(app, address, '1.0.0')
    const path = `${modulePath(address)}/1.0.0`
    return { path, type: 'registry-module-versions', id, deprecated: inDeprecation }
  },
  async 'a provider version'() {
    const { name } = await app.make.organization(admin, `providers-${++count}`)
    const address = `${name}/private/${name}/cloud`
    const pair = await newSigningKey()
    await createProvider(app, admin, address)
    await registerKey(app, admin, name, pair)
    await releaseProvider(app, admin, address, pair)
    const { id } = await app.prisma.registryProviderVersion.findFirstOrThrow({
      where: { provider: { organization: { name } } },
    })
    const path = `${providerPath(address)}/versions/1.0.0`
    return { path, type: 'registry-provider-versions', id, deprecated: inDeprecation }
  },
}

const change = ({ path, type }: Thing, attributes: object) =>
  as(app, admin).patch(path, { body: documentOf(type, attributes) })

const attributesOf = async ({ path }: Thing) => (await as(app, admin).get(path)).body.data.attributes

const inDays = (n: number) => later(app.clock.now(), days(n)).toISOString()

describe.each(Object.entries(things))('%s', (_name, make) => {
  rule('§12 end of life', 'A version becomes deprecated by itself at its date, with its reason')
  test('shows its end ahead, and at that date is deprecated with its reason', async () => {
    const thing = await make()
    const date = inDays(20)
    await must(change(thing, { 'end-of-life': { date, reason: 'Use 2.0' } }))
    expect(await attributesOf(thing)).toMatchObject({ 'end-of-life': { date, reason: 'Use 2.0' } })
    app.clock.move(days(19))
    await app.doWhatIsDue()
    expect(await attributesOf(thing)).toMatchObject({ 'end-of-life': { date, reason: 'Use 2.0' } })
    app.clock.move(days(1))
    await Promise.all([app.doWhatIsDue(), app.doWhatIsDue()])
    expect(await attributesOf(thing)).toMatchObject({ ...thing.deprecated('Use 2.0'), 'end-of-life': null })
    const rows = await app.prisma.auditEvent.findMany({
      where: { subjectId: thing.id },
      orderBy: { id: 'asc' },
    })
    expect(rows.filter(({ actorName }) => actorName === 'the schedule')).toHaveLength(1)
    expect(rows.at(-1)).toMatchObject({
      before: { endOfLife: { at: date, reason: 'Use 2.0' } },
      after: { endOfLife: null },
    })
  })

  test('takes a date ahead alone, and none beside a deprecation', async () => {
    const thing = await make()
    const point = (at: string) => `/data/attributes/${at}`
    const past = await change(thing, { 'end-of-life': { date: inDays(0) } })
    expect([past.status, pointersOf(past)]).toEqual([422, [point('end-of-life/date')]])
    for (const wrong of ['soon', 5, {}, { date: 'soon' }, { date: inDays(1), reason: 5 }])
      expect((await change(thing, { 'end-of-life': wrong })).status, JSON.stringify(wrong)).toBe(422)
    await must(change(thing, { 'end-of-life': { date: inDays(1) } }))
    expect((await attributesOf(thing))['end-of-life']).toEqual({ date: inDays(1), reason: null })
    await must(change(thing, { 'end-of-life': null }))
    expect((await attributesOf(thing))['end-of-life']).toBeNull()
    await must(change(thing, { 'end-of-life': { date: inDays(1) } }))
    await must(change(thing, thing.deprecated('now')))
    expect(await attributesOf(thing)).toMatchObject({ ...thing.deprecated('now'), 'end-of-life': null })
    const beside = await change(thing, { 'end-of-life': { date: inDays(1) } })
    expect([beside.status, pointersOf(beside)]).toEqual([422, [point('end-of-life')]])
  })
})

test('what is not published has no end of life', async () => {
  const { name } = await app.make.organization(admin, `waiting-${++count}`)
  const module = await app.services.modules.create(admin.ctx, name, { name: 'network', provider: 'aws' })
  await app.services.moduleVersions.create(admin.ctx, module.id, { version: '1.0.0' })
  const path = `${modulePath(`${name}/network/aws`)}/1.0.0`
  const answer = await as(app, admin).patch(path, {
    body: documentOf('registry-module-versions', { 'end-of-life': { date: inDays(1) } }),
  })
  expect([answer.status, pointersOf(answer)]).toEqual([422, ['/data/attributes/end-of-life']])
})

rule('§12 end of life', 'The CLI hears of the end of a provider version ahead of time')
test('the versions document warns of the end of a provider version by its date', async () => {
  const thing = await things['a provider version']?.()
  if (!thing) throw new Error('no provider')
  await must(change(thing, { 'end-of-life': { date: '2100-06-30T12:00:00Z', reason: 'Use 2.0' } }))
  const namespace = /private\/([^/]+)/.exec(thing.path)?.[1] ?? ''
  const { body } = await registry(app, admin, `/v1/providers/${namespace}/cloud/versions`)
  expect(body.warnings).toEqual([`${namespace}/cloud 1.0.0 will be deprecated on 2100-06-30: Use 2.0`])
})

test('GraphQL sets and shows it, also on the workspaces that use an engine version', async () => {
  const version = `2.${++count}.0`
  const { id } = await app.make.engineVersion(admin, version)
  const organization = await app.make.organization(admin, `graph-${count}`)
  await app.make.workspace(admin, organization, version)
  const date = '2100-06-30T12:00:00.000Z'
  const query = `mutation { engineVersionUpdate(input: { id: "${id}", endOfLife: { date: "${date}", reason: "Old" } }) {
    engineVersion { endOfLife { date reason } workspaces { nodes { engineVersionStatus { endOfLife { date } } } } }
    userErrors { code } } }`
  const data = await dataOf(app, admin, query)
  expect(data['engineVersionUpdate']).toEqual({
    engineVersion: {
      endOfLife: { date, reason: 'Old' },
      workspaces: { nodes: [{ engineVersionStatus: { endOfLife: { date } } }] },
    },
    userErrors: [],
  })
  expect((await auditOf(app, id)).at(-1)?.action).toBe('engine-version.update')
})
