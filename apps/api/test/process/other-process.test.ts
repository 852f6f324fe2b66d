import { rule } from '@engine/shared/rule'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { createModule, moduleArchive, modulePath, publish, setStatus } from '../modules/module-requests.js'
import { documentOf } from '../rest.js'
import { startApi, type ApiProcess } from './api-process.js'
import { asRuntime } from '../server.js'
import { temporaryFolder } from '../temporary-folder.js'

let app: TestApp
let other: ApiProcess
const folder = await temporaryFolder()
let owner: Person
let administrator: Person
let consumer: Person

const address = 'acme/network/aws'

beforeAll(async () => {
  app = await startTestApp()
  administrator = await app.make.administrator()
  owner = await app.make.user()
  consumer = await app.make.user()
  await app.make.organization(owner, 'acme')
  await app.make.organization(consumer, 'globex')
  await createModule(app, owner, address)
  for (const version of ['1.0.0', '1.1.0']) await publish(app, owner, address, version)
  const SECRET_KEY = 'a'.repeat(64)
  other = await startApi(folder, {
    DATABASE_URL: asRuntime(app.databaseUrl),
    SECRET_KEY,
    REGISTRY_RATE_LIMIT: '0',
    LOG_LEVEL: 'trace',
  })
})
afterAll(async () => {
  other.child.kill('SIGTERM')
  await other.ended
  await app.stop()
})

interface Answer {
  readonly status: number
  readonly body: unknown
}

/** Asks the other process, which shares the database and nothing else. */
async function askOther(by: Person, path: string): Promise<Answer> {
  const headers = { Authorization: `Bearer ${by.token}` }
  const answer = await fetch(`${other.url}/v1/modules${path}`, { headers, redirect: 'manual' })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
}

const listedVersions = async (by: Person) => (await askOther(by, '/acme')).body

rule('§7 lifecycle', 'Another process knows it within a second')
/** `invalidation-subscriber.test.ts` tests that this takes at most a second. */
test('what becomes of a version is in force on another process as soon as the change has reached it', async () => {
  const hole = { reason: 'A hole in it', link: 'https://news.example/hole' }
  const set = (status: string) => setStatus(app, owner, address, '1.1.0', status, hole)
  const shown = (version: string) => ({ modules: [{ version }] })
  await expect.poll(() => listedVersions(owner)).toMatchObject(shown('1.1.0'))
  await set('Deprecated')
  await expect
    .poll(async () => (await askOther(owner, `/${address}`)).body)
    .toMatchObject({ version: '1.1.0', deprecation: hole })
  await set('Revoked')
  await expect.poll(() => listedVersions(owner)).toMatchObject(shown('1.0.0'))
  await expect
    .poll(async () => (await askOther(owner, `/${address}/versions`)).body)
    .toMatchObject({ modules: [{ versions: [{ version: '1.0.0' }] }] })
  await expect
    .poll(() => askOther(owner, `/${address}/1.1.0/download`))
    .toEqual({
      status: 410,
      body: { errors: [hole.reason] },
    })
  await set('Undeprecated')
  await expect.poll(() => listedVersions(owner)).toMatchObject(shown('1.1.0'))
  await expect.poll(async () => (await askOther(owner, `/${address}/1.1.0/download`)).status).toBe(204)
})

rule('§7 visibility', 'A change is in force on every other process within a second')
test('who may see modules is in force on another process as soon as the change has reached it', async () => {
  const { registryPartnerships, adminOrganizations, tokens } = app.services
  const { id } = await app.prisma.organization.findUniqueOrThrow({ where: { nameKey: 'acme' } })
  const versions = async (by: Person) => (await askOther(by, `/${address}/versions`)).status
  await expect.poll(() => versions(consumer)).toBe(404)
  await registryPartnerships.setConsumers(administrator.ctx, id, 'modules', ['globex'])
  await expect.poll(() => versions(consumer)).toBe(200)
  await adminOrganizations.update(administrator.ctx, id, { isDisabled: true })
  await expect.poll(async () => [await versions(consumer), await versions(owner)]).toEqual([404, 404])
  await adminOrganizations.update(administrator.ctx, id, { isDisabled: false, globalModuleSharing: true })
  await expect.poll(() => versions(consumer)).toBe(200)
  await adminOrganizations.update(administrator.ctx, id, { globalModuleSharing: false })
  await expect.poll(() => versions(consumer)).toBe(404)
  const { token, value } = await tokens.create(owner.ctx, { type: 'user', id: owner.id }, {})
  const spare = { ...owner, token: value }
  await expect.poll(() => versions(spare)).toBe(200)
  await tokens.delete(owner.ctx, token.id)
  await expect.poll(() => versions(spare)).toBe(401)
})

rule('§7 archives', 'Logs redact it, and upload links')
test('logs of what is asked by signed links hold none of their secrets', async () => {
  const headers = { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/vnd.api+json' }
  const body = JSON.stringify(documentOf('registry-module-versions', { version: '2.0.0' }))
  const method = 'POST'
  const versions = `${other.url}/api/v2${modulePath(address)}/versions`
  const created = await fetch(versions, { method, headers, body })
  const { data } = (await created.json()) as { data: { links: { upload: string } } }
  const upload = new URL(data.links.upload)
  const put = { method: 'PUT', body: new Uint8Array(moduleArchive()) }
  expect((await fetch(`${other.url}${upload.pathname}${upload.search}`, put)).status).toBe(200)
  const download = await fetch(`${other.url}/v1/modules/${address}/2.0.0/download`, { headers })
  const archive = new URL(download.headers.get('x-engine-get') ?? '', other.url)
  expect((await fetch(archive, { headers: { 'X-Request-Id': 'the-archive' } })).status).toBe(200)
  await expect.poll(() => other.output()).toContain('the-archive')
  const line =
    other
      .output()
      .split('\n')
      .find((text) => text.includes('the-archive')) ?? ''
  expect(JSON.parse(line)).toMatchObject({ method: 'GET', path: archive.pathname, status: 200 })
  const secrets = [upload, archive].flatMap(({ searchParams }) => searchParams.get('signature') ?? [])
  expect(secrets).toHaveLength(2)
  for (const secret of secrets) expect(other.output()).not.toContain(secret)
  expect(other.output()).toContain('/object/[redacted]')
})
