import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { dataOf, graphql } from '../rest.js'

const app = await startTestApp()
const admin = await app.make.administrator()
const owner = await app.make.user('owner')
const acme = await app.make.organization(owner, 'acme')
// Beside acme there are three, and one that is disabled.
for (const name of ['one', 'two', 'three']) await app.make.organization(owner, name)
const dark = await app.make.organization(owner, 'dark')
await app.services.adminOrganizations.update(admin.ctx, dark.id, { isDisabled: true })

interface Names {
  readonly totalCount: number
  readonly nodes: { name: string }[]
}

/** Lists the organizations that gain and lose by a change, in order. */
async function preview(
  input: object,
  page = '',
): Promise<{ gains: string[]; loses: string[]; totals: number[] }> {
  const lists = `gains${page} { totalCount nodes { name } } loses${page} { totalCount nodes { name } }`
  const query = `query ($input: SharingPreviewInput!) {
    siteOrganization(name: "acme") { sharingPreview(input: $input) { ${lists} } }
  }`
  const data = await dataOf(app, admin, query, { input })
  const { gains, loses } = data['siteOrganization']?.['sharingPreview'] as { gains: Names; loses: Names }
  const names = ({ nodes }: Names): string[] => nodes.map(({ name }) => name)
  return { gains: names(gains), loses: names(loses), totals: [gains.totalCount, loses.totalCount] }
}

const share = (consumers: string[]) =>
  app.services.registryPartnerships.setConsumers(admin.ctx, acme.id, 'modules', consumers)
const shareWithAll = (globalModuleSharing: boolean) =>
  app.services.adminOrganizations.update(admin.ctx, acme.id, { globalModuleSharing })

test('a list of consumers says who gains and who loses, whatever is disabled or unknown', async () => {
  await share(['one', 'two', 'dark'])
  expect(await preview({ consumers: ['TWO', 'three', 'dark', 'unknown', 'acme'] })).toEqual({
    gains: ['three'],
    loses: ['one'],
    totals: [1, 1],
  })
  expect(await preview({ consumers: [] })).toEqual({ gains: [], loses: ['one', 'two'], totals: [0, 2] })
})

test('sharing with all gives to all other organizations; to end it takes from all', async () => {
  await share(['one'])
  expect(await preview({ withAll: true })).toEqual({
    gains: ['three', 'two'],
    loses: [],
    totals: [2, 0],
  })
  await shareWithAll(true)
  expect((await preview({ withAll: false })).loses).toEqual(['one', 'three', 'two'])
  expect((await preview({ consumers: ['two'] })).loses).toEqual(['one', 'three'])
  expect(await preview({ withAll: false }, '(page: { number: 2, size: 2 })')).toEqual({
    gains: [],
    loses: ['two'],
    totals: [0, 3],
  })
})

test('what would not change gives and takes nothing, and a preview changes nothing', async () => {
  await share(['one'])
  const nothing = { gains: [], loses: [], totals: [0, 0] }
  expect(await preview({})).toEqual(nothing)
  expect(await preview({ consumers: ['one'] })).toEqual(nothing)
  expect(await preview({ withAll: false })).toEqual(nothing)
  expect(await preview({ consumers: [] })).toMatchObject({ loses: ['one'] })
  expect(await preview({})).toEqual(nothing)
})

test('a preview is what the change then does', async () => {
  await share(['one', 'two'])
  const told = await preview({ consumers: ['two', 'three'] })
  const consumers = async (): Promise<string[]> => {
    const query = '{ siteOrganization(name: "acme") { moduleConsumers { nodes { name } } } }'
    const { data } = await graphql(app, admin, query)
    return (data['siteOrganization']?.['moduleConsumers'] as Names).nodes.map(({ name }) => name)
  }
  const before = await consumers()
  await share(['two', 'three'])
  const after = await consumers()
  expect(after.filter((name) => !before.includes(name))).toEqual(told.gains)
  expect(before.filter((name) => !after.includes(name))).toEqual(told.loses)
})

test('members learn with how many others and with all it is shared, and never their names', async () => {
  await share(['one', 'two', 'dark'])
  const seen = async (caller: Person) => {
    const query = '{ organization(name: "acme") { globalModuleSharing moduleConsumerCount workspaceLimit } }'
    return (await graphql(app, caller, query)).data['organization']
  }
  const some = { globalModuleSharing: false, moduleConsumerCount: 2, workspaceLimit: null }
  expect(await seen(owner)).toEqual(some)
  await app.services.adminOrganizations.update(admin.ctx, acme.id, { workspaceLimit: 10 })
  await shareWithAll(true)
  expect(await seen(owner)).toEqual({ globalModuleSharing: true, moduleConsumerCount: 0, workspaceLimit: 10 })
  await app.services.adminOrganizations.update(admin.ctx, acme.id, { workspaceLimit: null })
  expect(await seen(await app.make.user())).toBeNull()
})

test('disabling tells beforehand in numbers what becomes unavailable', async () => {
  await share(['one', 'two', 'dark'])
  await app.make.engineVersion(admin, '1.0.0')
  await app.make.workspace(owner, acme, '1.0.0')
  await app.make.team(owner, acme)
  await app.make.member(acme, 'member')
  await app.services.memberships.create(owner.ctx, 'acme', { email: 'new@example.com' })
  await app.services.modules.create(owner.ctx, 'acme', { name: 'network', provider: 'aws' })
  const query = `{ siteOrganization(name: "acme") {
    disableConsequences { workspaces teams members modules providers consumersLosing }
  } }`
  const numbers = async () =>
    (await graphql(app, admin, query)).data['siteOrganization']?.['disableConsequences']
  const others = { workspaces: 1, teams: 2, members: 2, modules: 1, providers: 0 }
  expect(await numbers()).toEqual({ ...others, consumersLosing: 2 })
  await shareWithAll(true)
  expect(await numbers()).toEqual({ ...others, consumersLosing: 3 })
})
