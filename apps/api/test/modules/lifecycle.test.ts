import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { archiveLink, auditOf, createModule, listed, publish, registry } from './story.js'

let app: TestApp
let owner: Person
let member: Person

const address = 'acme/network/aws'
const reason = { reason: 'A hole in it', link: 'https://news.example/hole' }

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'silent' })
  owner = await app.make.user('ana')
  member = await app.make.member(await app.make.organization(owner, 'acme'))
  await createModule(app, owner, address)
  for (const version of ['1.0.0', '1.1.0']) await publish(app, owner, address, version)
})
afterAll(() => app.stop())

const idOf = async (version: string): Promise<string> =>
  (await app.prisma.moduleVersion.findFirstOrThrow({ where: { version } })).id

async function set(version: string, status: string, by = owner): Promise<void> {
  const deprecation = { 'deprecated-status': status, ...reason }
  await app.services.moduleLifecycle.update(by.ctx, await idOf(version), { deprecation })
}

const detail = async (version = '') =>
  (await registry(app, member, `/v1/modules/${address}${version && `/${version}`}`)).body

const download = (version: string) => registry(app, member, `/v1/modules/${address}/${version}/download`)

test('a deprecated version works as before, and its detail says why it should not be used', async () => {
  await set('1.1.0', 'Deprecated')
  expect(await detail()).toMatchObject({ version: '1.1.0', deprecation: reason })
  expect((await detail()).revoked).toBeUndefined()
  expect(await listed(app, member, address)).toEqual(['1.1.0', '1.0.0'])
  expect((await download('1.1.0')).status).toBe(204)
  expect((await auditOf(app, await idOf('1.1.0'))).at(-1)?.action).toBe('module-version.deprecated')
  await set('1.1.0', 'Undeprecated')
  expect((await detail()).deprecation).toBeNull()
})

describe('a revoked version', () => {
  test('is listed nowhere, cannot be downloaded, and can only be read about', async () => {
    const link = await archiveLink(app, member, address, '1.1.0')
    await set('1.1.0', 'Revoked')
    expect(await listed(app, member, address)).toEqual(['1.0.0'])
    expect(await detail()).toMatchObject({ version: '1.0.0', versions: ['1.0.0'], deprecation: null })
    expect(await detail('1.1.0')).toMatchObject({ version: '1.1.0', deprecation: reason, revoked: true })
    for (const path of ['', '/acme', '/acme/network', '/search?q=network']) {
      const { body } = await registry(app, member, `/v1/modules${path}`)
      expect(body.modules.map(({ version }: { version: string }) => version)).toEqual(['1.0.0'])
    }
    const refused = await download('1.1.0')
    expect([refused.status, refused.body]).toEqual([404, { errors: [reason.reason] }])
    expect(refused.headers['x-engine-get']).toBeUndefined()
    expect((await app.http.get(link)).body).toEqual({ errors: ['Not Found'] })
    const newest = await registry(app, member, `/v1/modules/${address}/download`)
    expect(newest.headers['location']).toBe(`/v1/modules/${address}/1.0.0/download`)
  })

  test('is merely deprecated by Deprecated, and as before by Undeprecated', async () => {
    await set('1.1.0', 'Deprecated')
    expect(await detail()).toMatchObject({ version: '1.1.0', deprecation: reason })
    await set('1.1.0', 'Revoked')
    await set('1.1.0', 'Undeprecated')
    expect(await detail()).toMatchObject({ version: '1.1.0', deprecation: null })
    expect((await download('1.1.0')).status).toBe(204)
  })

  test('leaves a module of which nothing else is left out of lists, but not out of its versions document', async () => {
    await set('1.0.0', 'Revoked')
    await set('1.1.0', 'Revoked')
    expect((await registry(app, member, '/v1/modules')).body.modules).toEqual([])
    expect(await listed(app, member, address)).toEqual([])
    expect((await registry(app, member, `/v1/modules/${address}`)).status).toBe(404)
    for (const version of ['1.0.0', '1.1.0']) await set(version, 'Undeprecated')
  })
})

test('who may not write modules cannot deprecate them, and what was never published cannot be', async () => {
  await expect(set('1.0.0', 'Deprecated', member)).rejects.toMatchObject({ failure: { kind: 'not-found' } })
  await expect(set('1.0.0', 'Whatever')).rejects.toMatchObject({ failure: { kind: 'invalid' } })
  const { id } = await app.prisma.moduleVersion.create({
    data: {
      id: 'modver-AAAAAAAAAAAAAAAA',
      moduleId: (await app.prisma.module.findFirstOrThrow()).id,
      version: '9.0.0',
      sortKey: 'z',
      createdAt: app.clock.now(),
    },
  })
  const deprecation = { 'deprecated-status': 'Revoked' }
  await expect(app.services.moduleLifecycle.update(owner.ctx, id, { deprecation })).rejects.toMatchObject({
    failure: { kind: 'invalid' },
  })
  await app.prisma.moduleVersion.delete({ where: { id } })
})

test('verified is for site administrators to say, and lists can be narrowed to it', async () => {
  const { id } = await app.prisma.module.findFirstOrThrow()
  const root = await app.make.administrator()
  await expect(app.services.moduleLifecycle.verify(owner.ctx, id, { verified: true })).rejects.toMatchObject({
    failure: { kind: 'not-found' },
  })
  await app.services.moduleLifecycle.verify(root.ctx, id, { verified: true })
  const { body } = await registry(app, member, '/v1/modules?verified=true')
  expect(body.modules).toMatchObject([{ id: `${address}/1.1.0`, verified: true }])
  expect(await detail()).toMatchObject({ verified: true })
  expect((await auditOf(app, id)).at(-1)?.action).toBe('module.verify')
})
