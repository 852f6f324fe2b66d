import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { ModuleDownloadsStore } from '../../src/domain/registry-modules/module-downloads.store.js'
import { startTestApp } from '../app.js'
import { atOnce } from '../races.js'
import { createModule } from './module-requests.js'

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const owner = await app.make.user()
await app.make.organization(owner, 'acme')
const moduleId = (await createModule(app, owner, 'acme/network/aws')).id
const store = new ModuleDownloadsStore({ of: () => app.prisma, violatedConstraint: () => undefined })

const row = (count: number, ofModule = moduleId) => {
  return {
    moduleId: ofModule,
    version: '1.0.0',
    day: '2026-03-01',
    credentialId: 'at-x',
    organizationId: '',
    count,
    lastAt: new Date('2026-03-01T12:00:00Z'),
  }
}

const total = async (): Promise<number> => (await store.summary(owner.ctx, moduleId)).total

rule('§7 counting', 'Nothing counts twice')
test('a batch whose answer was lost is never counted twice, however often it is written again', async () => {
  await store.add(owner.ctx, 'one', 1, [row(3)])
  await atOnce(() => store.add(owner.ctx, 'one', 1, [row(3)]))
  expect(await total()).toBe(3)
  await store.add(owner.ctx, 'one', 2, [row(4)])
  await store.add(owner.ctx, 'one', 1, [row(3)])
  expect(await total()).toBe(7)
})

rule('§7 counting', 'Processes that write at once lose nothing of each other')
test('of many processes that write at once each batch counts, and those of modules that are gone are left out', async () => {
  const before = await total()
  await atOnce((n) => store.add(owner.ctx, `process-${n}`, 1, [row(1), row(1, 'mod-0000000000000000')]))
  expect(await total()).toBe(before + 30)
})
