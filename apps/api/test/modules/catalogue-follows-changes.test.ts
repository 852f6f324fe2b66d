import { expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, dataOf, documentOf, must } from '../rest.js'
import { administer, createModule, modulePath, publish, setStatus, setVerified } from './module-requests.js'

// The list of modules in the console.

const keeping = { ANSWER_CACHE_LIMIT: '10000000', LOG_LEVEL: 'silent' }
const here = await startTestApp(keeping)
const there = await startTestApp(keeping, here)
const admin = await here.make.administrator('ana')
const member = await here.make.member(await here.make.organization(admin, 'acme'))
for (const name of ['Beta', 'globex']) await here.make.organization(admin, name)
for (const address of ['acme/Queue/aws', 'acme/network/aws', 'acme/network/gcp', 'Beta/edge/aws'])
  await createModule(here, admin, address)
for (const address of ['acme/network/aws', 'globex/network/aws', 'globex/Zone/gcp']) {
  if (address.startsWith('globex')) await createModule(here, admin, address)
  await publish(here, admin, address, '1.0.0')
}

interface Found {
  readonly addresses: string[]
  readonly totalCount: number
}

async function ask(app: TestApp, by: Person | string, args: string): Promise<Found> {
  const query = `{ registryModules${args} { nodes { namespace name provider } totalCount } }`
  const data = await dataOf(app, by, query)
  const { nodes, totalCount } = data['registryModules'] as { nodes: object[]; totalCount: number }
  return { addresses: nodes.map((node) => Object.values(node).join('/')), totalCount }
}

/** Expects these in the list: at once on the process that made the change, soon on the other. */
async function expectFound(expected: readonly string[], args = ''): Promise<void> {
  const found = { addresses: expected, totalCount: expected.length }
  expect(await ask(here, member, args)).toEqual(found)
  await expect.poll(() => ask(there, member, args)).toEqual(found)
}

const setOrganization = (name: string, attributes: object) => must(administer(here, admin, name, attributes))

const own = ['acme/Queue/aws', 'acme/network/aws', 'acme/network/gcp']

test('each page is right, in each order and with each filter', async () => {
  const asWritten = ['Beta/edge/aws', ...own, 'globex/Zone/gcp', 'globex/network/aws']
  const inAnyCase = [
    ...['acme/network/aws', 'acme/network/gcp', 'acme/Queue/aws', 'Beta/edge/aws'],
    ...['globex/network/aws', 'globex/Zone/gcp'],
  ]
  const lists: readonly (readonly [order: string, filter: string, expected: readonly string[]])[] = [
    ['', '', asWritten],
    ['orderBy: { field: NAME, direction: ASC }', '', inAnyCase],
    ['orderBy: { field: NAME, direction: DESC }', '', inAnyCase.toReversed()],
    ['orderBy: { field: NAME, direction: DESC }', 'organization: "acme"', inAnyCase.slice(0, 3).toReversed()],
    ['', 'published: true', ['acme/network/aws', 'globex/Zone/gcp', 'globex/network/aws']],
    ['', 'published: false', ['Beta/edge/aws', 'acme/Queue/aws', 'acme/network/gcp']],
    ['', 'verified: true', []],
  ]
  for (const [order, filter, expected] of lists)
    for (const size of [1, 2, 4, 7])
      for (let number = 1; number <= expected.length / size + 2; number++) {
        const args = `(filter: { ${filter} }, page: { number: ${number}, size: ${size} }, ${order})`
        expect(await ask(here, admin, args), args).toEqual({
          addresses: expected.slice((number - 1) * size, number * size),
          totalCount: expected.length,
        })
      }
})

test('a module that is made, published, revoked and deleted', async () => {
  await expectFound(own)
  await expectFound(['acme/network/aws'], '(filter: { published: true })')
  const withLater = [own[0] ?? '', 'acme/later/aws', ...own.slice(1)]
  await createModule(here, admin, 'acme/later/aws')
  await expectFound(withLater)
  await publish(here, admin, 'acme/later/aws', '1.0.0')
  await expectFound(['acme/later/aws', 'acme/network/aws'], '(filter: { published: true })')
  await must(setStatus(here, admin, 'acme/later/aws', '1.0.0', 'Revoked'))
  await expectFound(['acme/network/aws'], '(filter: { published: true })')
  await expectFound(withLater)
  await must(as(here, admin).delete(modulePath('acme/later/aws')))
  await expectFound(own)
})

test('a module without a version that is verified and is not any more', async () => {
  const { id } = await here.prisma.module.findFirstOrThrow({ where: { name: 'Queue' } })
  const verify = (verified: boolean) => must(setVerified(here, admin, id, verified))
  await expectFound([], '(filter: { verified: true })')
  await verify(true)
  await expectFound(['acme/Queue/aws'], '(filter: { verified: true })')
  await verify(false)
  await expectFound([], '(filter: { verified: true })')
})

test('an organization that shares, is renamed, disabled and shares no more', async () => {
  const shared = ['globex/Zone/gcp', 'globex/network/aws']
  await expectFound(own)
  await setOrganization('globex', { 'global-module-sharing': true })
  await expectFound([...own, ...shared])
  await expectFound(shared, '(filter: { shared: true })')
  await expectFound(own, '(filter: { shared: false })')
  await must(
    as(here, admin).patch('/organizations/globex', { body: documentOf('organizations', { name: 'aaa' }) }),
  )
  await expectFound(['aaa/Zone/gcp', 'aaa/network/aws', ...own])
  await setOrganization('aaa', { 'is-disabled': true })
  await expectFound(own)
  await setOrganization('aaa', { 'is-disabled': false, 'global-module-sharing': false })
  await expectFound(own)
})

test('of what is only shared nothing is shown that is not published', async () => {
  await setOrganization('Beta', { 'global-module-sharing': true })
  await expectFound(own)
  await publish(here, admin, 'Beta/edge/aws', '1.0.0')
  await expectFound(['Beta/edge/aws', ...own])
  await setOrganization('Beta', { 'global-module-sharing': false })
})

test('a token that may not use modules is shown none', async () => {
  await expectFound(own)
  const [reads, publishes] = [['read'], ['publish:acme/network/aws']]
  for (const [scopes, totalCount] of [
    [publishes, 0],
    [reads, 3],
    [publishes, 0],
  ] as const) {
    const token = await here.make.token(member, { scopes })
    expect(await ask(here, token, ''), String(scopes)).toMatchObject({ totalCount })
  }
})

test('a person who leaves an organization sees nothing of it, and strangers see nothing', async () => {
  await expectFound(own)
  const stranger = await here.make.user()
  expect(await ask(here, stranger, '')).toEqual({ addresses: [], totalCount: 0 })
  expect(await ask(here, admin, '')).toMatchObject({ totalCount: 6 })
  const { id } = await here.prisma.organizationMembership.findFirstOrThrow({ where: { userId: member.id } })
  await must(as(here, admin).delete(`/organization-memberships/${id}`))
  await expectFound([])
})
