import { expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app.js'
import { as, documentOf, must } from '../rest.js'
import { administer, modulePath, publishModule, registry, setStatus, setVerified } from './module-requests.js'

// No address is asked twice, so no answer comes from the response cache.

const keeping = { ANSWER_CACHE_LIMIT: '10000000', LOG_LEVEL: 'silent' }
const here = await startTestApp(keeping)
const there = await startTestApp(keeping, here)
const admin = await here.make.administrator('ana')
const member = await here.make.member(await here.make.organization(admin, 'acme'))
await here.make.organization(admin, 'globex')
for (const address of ['acme/network/aws', 'acme/network/gcp', 'globex/network/aws']) await published(address)

async function published(address: string): Promise<void> {
  await publishModule(here, admin, address, '1.0.0')
}

async function listed(app: TestApp, query = '', by = member): Promise<string[]> {
  const { status, body } = await registry(app, by, `/v1/modules?count=${here.make.next()}${query}`)
  expect(status).toBe(200)
  return body.modules.map(
    (each: Record<string, string>) => `${each['namespace']}/${each['name']}/${each['provider']}`,
  )
}

/** Expects these in the list: at once on the process that made the change, soon on the other. */
async function expectListed(expected: readonly string[], query = ''): Promise<void> {
  expect(await listed(here, query)).toEqual(expected)
  await expect.poll(() => listed(there, query)).toEqual(expected)
}

const setOrganization = (name: string, attributes: object) => must(administer(here, admin, name, attributes))
const own = ['acme/network/aws', 'acme/network/gcp']

test('a module that comes, is revoked, is restored and goes', async () => {
  await expectListed(own)
  await published('acme/later/aws')
  await expectListed(['acme/later/aws', ...own])
  const set = (status: string) => must(setStatus(here, admin, 'acme/later/aws', '1.0.0', status))
  await set('Revoked')
  await expectListed(own)
  await set('Undeprecated')
  await expectListed(['acme/later/aws', 'acme/network/aws'], '&provider=aws')
  await must(as(here, admin).delete(modulePath('acme/later/aws')))
  await expectListed(own)
})

test('a module that is verified and is not any more', async () => {
  const { id } = await here.prisma.module.findFirstOrThrow({ where: { provider: 'gcp' } })
  const verify = (verified: boolean) => must(setVerified(here, admin, id, verified))
  await expectListed([], '&verified=true')
  await verify(true)
  await expectListed(['acme/network/gcp'], '&verified=true')
  await expectListed([], '&verified=true&provider=aws')
  await verify(false)
  await expectListed([], '&verified=true')
})

test('an organization that shares and does not any more, is renamed, disabled and enabled', async () => {
  await expectListed(own)
  const shared = 'globex/network/aws'
  await setOrganization('globex', { 'global-module-sharing': true })
  await expectListed([...own, shared])
  await expectListed(['acme/network/aws', shared], '&provider=aws')
  await must(
    as(here, admin).patch('/organizations/globex', { body: documentOf('organizations', { name: 'aaa' }) }),
  )
  await expectListed(['aaa/network/aws', ...own])
  await setOrganization('aaa', { 'is-disabled': true })
  await expectListed(own)
  await setOrganization('aaa', { 'is-disabled': false, 'global-module-sharing': false })
  await expectListed(own)
})

test('what one caller may use is in no list of another', async () => {
  await expectListed(own)
  const stranger = await here.make.user()
  await expect.poll(() => listed(there, '', stranger)).toEqual([])
  expect(await listed(here, '', stranger)).toEqual([])
  expect(await listed(here, '', admin)).toHaveLength(3)
  await expectListed(own)
})

test('a user who leaves an organization sees nothing of it', async () => {
  await expectListed(own)
  const { id } = await here.prisma.organizationMembership.findFirstOrThrow({ where: { userId: member.id } })
  await must(as(here, admin).delete(`/organization-memberships/${id}`))
  await expectListed([])
})
