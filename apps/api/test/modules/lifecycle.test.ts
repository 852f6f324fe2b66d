import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { as } from '../rest.js'
import {
  archiveLink,
  createVersion,
  listed,
  modulePath,
  publish,
  publishModule,
  registry,
  setStatus,
} from './module-requests.js'
import { taken } from './publisher.js'

const address = 'acme/network/aws'
const reason = { reason: 'A hole in it', link: 'https://news.example/hole' }

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const owner = await app.make.user('ana')
const member = await app.make.member(await app.make.organization(owner, 'acme'))
await publishModule(app, owner, address, '1.0.0', '1.1.0')

async function set(version: string, status: string): Promise<void> {
  const answer = await setStatus(app, owner, address, version, status, reason)
  expect(answer.status, answer.text).toBe(200)
}

const detail = async (version = '') =>
  (await registry(app, member, `/v1/modules/${address}${version && `/${version}`}`)).body

const download = (version: string) => registry(app, member, `/v1/modules/${address}/${version}/download`)

rule('§7 lifecycle', 'A deprecated version works as before, its detail holds reason and link')
rule('§11 documents', 'The versions document gives the `deprecation` of each version')
test('a deprecated version works as before, and its detail says why it should not be used', async () => {
  await set('1.1.0', 'Deprecated')
  expect(await detail()).toMatchObject({ version: '1.1.0', deprecation: reason })
  expect((await detail()).revoked).toBeUndefined()
  expect(await listed(app, member, address)).toEqual(['1.1.0', '1.0.0'])
  const { modules } = (await registry(app, member, `/v1/modules/${address}/versions`)).body
  expect(modules[0].versions).toMatchObject([
    { version: '1.1.0', deprecation: reason },
    { version: '1.0.0', deprecation: null },
  ])
  expect((await download('1.1.0')).status).toBe(204)
  await set('1.1.0', 'Undeprecated')
  expect((await detail()).deprecation).toBeNull()
})

describe('a revoked version', () => {
  rule(
    '§7 lifecycle',
    'A revoked one is in no versions document, list, search or newest; its detail is readable with `revoked: true`; its download is 410 with the reason; links of its archive stop',
  )
  test('is in no list, cannot be downloaded, and can only be read about', async () => {
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
    expect([refused.status, refused.body]).toEqual([410, { errors: [reason.reason] }])
    expect(refused.headers['x-engine-get']).toBeUndefined()
    const path = `/v1/modules/${address}/1.1.0/download`
    const head = await registry(app, member, path, { method: 'head' })
    expect([head.status, head.text ?? '']).toEqual([410, ''])
    expect((await registry(app, await app.make.user(), path)).body).toEqual({ errors: ['Not Found'] })
    expect((await app.http.get(link)).body).toEqual({ errors: ['Not Found'] })
    const newest = await registry(app, member, `/v1/modules/${address}/download`)
    expect(newest.headers['location']).toBe(`/v1/modules/${address}/1.0.0/download`)
  })

  rule('§7 lifecycle', '`Undeprecated` restores either; `Deprecated` makes a revoked one merely deprecated')
  test('is merely deprecated by Deprecated, and as before by Undeprecated', async () => {
    await set('1.1.0', 'Deprecated')
    expect(await detail()).toMatchObject({ version: '1.1.0', deprecation: reason })
    const link = await archiveLink(app, member, address, '1.1.0')
    expect((await app.http.get(link)).status).toBe(200)
    await set('1.1.0', 'Revoked')
    expect((await app.http.get(link)).status).toBe(404)
    await set('1.1.0', 'Undeprecated')
    expect(await detail()).toMatchObject({
      version: '1.1.0',
      versions: ['1.1.0', '1.0.0'],
      deprecation: null,
    })
    expect(await listed(app, member, address)).toEqual(['1.1.0', '1.0.0'])
    expect((await registry(app, member, '/v1/modules/search?q=network')).body.modules).toMatchObject([
      { version: '1.1.0' },
    ])
    expect((await download('1.1.0')).status).toBe(204)
    expect((await app.http.get(link)).status).toBe(200)
  })

  rule('§7 lifecycle', 'A module of which everything is revoked is in no list')
  test('leaves a module of which nothing else is left out of lists, but not out of its versions document', async () => {
    await set('1.0.0', 'Revoked')
    await set('1.1.0', 'Revoked')
    expect((await registry(app, member, '/v1/modules')).body.modules).toEqual([])
    expect(await listed(app, member, address)).toEqual([])
    expect((await registry(app, member, `/v1/modules/${address}`)).status).toBe(404)
    for (const version of ['1.0.0', '1.1.0']) await set(version, 'Undeprecated')
  })

  test('without a reason is gone all the same', async () => {
    expect((await setStatus(app, owner, address, '1.1.0', 'Revoked')).status).toBe(200)
    const refused = await download('1.1.0')
    expect([refused.status, refused.body]).toEqual([410, { errors: ['Gone'] }])
    expect(await detail('1.1.0')).toMatchObject({ revoked: true, deprecation: { reason: '', link: '' } })
    await set('1.1.0', 'Undeprecated')
  })

  rule('§7 publishing', 'A deleted version’s number is 422 … also of a version that was revoked')
  test('that is deleted leaves its number taken, and is not there to be read about', async () => {
    await publish(app, owner, address, '1.2.0')
    await set('1.2.0', 'Revoked')
    expect((await as(app, owner).delete(`${modulePath(address)}/1.2.0`)).status).toBe(204)
    for (const version of ['1.2.0', '1.2.0+again'])
      expect((await createVersion(app, owner, address, version)).body.errors).toMatchObject(taken)
    expect((await registry(app, member, `/v1/modules/${address}/1.2.0`)).status).toBe(404)
    expect((await download('1.2.0')).body).toEqual({ errors: ['Not Found'] })
    expect((await setStatus(app, owner, address, '1.2.0', 'Undeprecated')).status).toBe(404)
  })
})
