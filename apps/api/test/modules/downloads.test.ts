import { rule } from '@engine/shared/rule'
import { expect, test, vi } from 'vitest'
import { days } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as } from '../rest.js'
import { publishModule, registry } from './module-requests.js'

const address = 'acme/network/aws'
const bases = ['/v2/modules', '/api/registry/v2/modules']

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const owner = await app.make.user('ana')
await app.make.organization(owner, 'acme')

async function made(name: string): Promise<string> {
  await publishModule(app, owner, `acme/${name}/aws`, '1.0.0', '1.1.0')
  return `acme/${name}/aws`
}

const download = (of: string, by: Person | string = owner, method: 'get' | 'head' = 'get') =>
  registry(app, by, `/v1/modules/${of}/1.0.0/download`, { method })

const summary = async (of: string) =>
  (await registry(app, owner, `${bases[0]}/${of}/downloads/summary`)).body.data

rule(
  '§7 counting',
  'Once for each call answered 204, never for HEAD; the summary under both mounts has week, month, year and total',
)
test('each download that is answered counts, and nothing else', async () => {
  const module = await made('network')
  const answers = await Promise.all(Array.from({ length: 30 }, () => download(module)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
  await download(module, owner, 'head')
  await registry(app, owner, `/v1/modules/${module}/download`)
  await registry(app, owner, `/v1/modules/${module}/9.9.9/download`)
  await registry(app, await app.make.user(), `/v1/modules/${module}/1.0.0/download`)
  await registry(app, owner, `/api/registry/v1/modules/${module}/1.1.0/download`)
  await vi.waitUntil(async () => (await summary(module)).attributes.total >= 31, 60_000)
  for (const base of bases) {
    const answer = await registry(app, owner, `${base}/ACME/Network/aws/downloads/summary`)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      data: {
        type: 'module-downloads-summary',
        id: address,
        attributes: { week: 31, month: 31, year: 31, total: 31 },
      },
    })
  }
})

rule('§7 counting', 'Week, month and year are 7, 30 and 365 days')
test('the summary tells of the last 7, 30 and 365 days', async () => {
  const module = await made('dated')
  const { id } = await app.prisma.module.findFirstOrThrow({ where: { nameKey: 'dated' } })
  for (const [ago, count] of [
    [0, 1],
    [6, 10],
    [7, 100],
    [29, 1000],
    [30, 10_000],
    [364, 100_000],
    [365, 1_000_000],
  ] as const) {
    const day = new Date(app.clock.now().getTime() - days(ago))
    const row = { moduleId: id, version: '1.0.0', day, credentialId: 'at-x', organizationId: '', count }
    await app.prisma.moduleDownload.create({ data: row })
  }
  expect((await summary(module)).attributes).toEqual({
    week: 11,
    month: 1111,
    year: 111_111,
    total: 1_111_111,
  })
})

rule('§7 counting', 'Who downloaded is stored by token and organization')
test('who downloaded what on which day is stored, by token and by the organization it is one of', async () => {
  const module = await made('stored')
  const created = await as(app, owner).post('/organizations/acme/authentication-token')
  const token = created.body.data.attributes.token as string
  await download(module)
  await download(module, token)
  app.clock.move(days(1))
  await download(module, token)
  await vi.waitUntil(async () => (await summary(module)).attributes.total === 3, 60_000)
  const rows = await app.prisma.moduleDownload.findMany({
    where: { module: { nameKey: 'stored' } },
    orderBy: [{ day: 'asc' }, { organizationId: 'asc' }],
  })
  const acme = await app.prisma.organization.findUniqueOrThrow({ where: { nameKey: 'acme' } })
  expect(rows.map(({ organizationId, count }) => [organizationId, count])).toEqual([
    ['', 1],
    [acme.id, 1],
    [acme.id, 1],
  ])
  expect(new Set(rows.map(({ credentialId }) => credentialId)).size).toBe(2)
})

rule('§7 counting', 'Nothing is lost while the database is away')
test('while the database refuses downloads wait, and each counts once in the end', async () => {
  const module = await made('patient')
  await app.prisma.$executeRaw`ALTER TABLE module_downloads RENAME TO renamed`
  for (let n = 0; n < 3; n++) expect((await download(module)).status).toBe(204)
  await app.services.moduleDownloads.stop(owner.ctx)
  await app.prisma.$executeRaw`ALTER TABLE renamed RENAME TO module_downloads`
  await download(module)
  await vi.waitUntil(async () => (await summary(module)).attributes.total === 4, 60_000)
})

rule('§7 counting', 'The summary is 404 for a stranger')
test('a stranger is told nothing, and no caller may write', async () => {
  const path = `${bases[0]}/${address}/downloads/summary`
  const answer = await registry(app, await app.make.user(), path)
  expect([answer.status, answer.body]).toEqual([404, { errors: ['Not Found'] }])
  expect((await registry(app, undefined, path)).body).toEqual({ errors: ['Unauthorized'] })
  expect((await registry(app, owner, path, { method: 'post' })).status).toBe(405)
})

rule('§7 counting', 'Nothing is lost on the way out')
test('the last downloads are written and shown on the way out', async () => {
  const other = await startTestApp({ LOG_LEVEL: 'silent' })
  const ana = await other.make.user('ana')
  await other.make.organization(ana, 'acme')
  await publishModule(other, ana, address, '1.0.0')
  await registry(other, ana, `/v1/modules/${address}/1.0.0/download`)
  await other.services.moduleDownloads.stop(ana.ctx)
  const { body } = await registry(other, ana, '/v1/modules')
  expect(body.modules[0].downloads).toBe(1)
  expect((await registry(other, ana, `/v1/modules/${address}`)).body.downloads).toBe(1)
})
