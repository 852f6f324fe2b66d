import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { days, hours, later } from '../../src/kernel/clock.js'
import { newId } from '../../src/kernel/ids.js'
import { StorageUnavailable, type Storage } from '../../src/kernel/storage.js'
import { startTestApp } from '../app.js'
import { publishModule } from '../modules/module-requests.js'
import { newSigningKey } from '../../load/src/origin/signing.js'
import { registerKey, releaseProvider } from '../registry/signed-provider.js'
import { DatedStorage, sweepOf, systemContext, maintenanceOf } from './maintenance.js'

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const owner = await app.make.user('ana')
await app.make.organization(owner, 'acme')
app.clock.move(days(30))

async function stray(key = `modules/${newId('modver')}/${randomUUID()}.tar.gz`): Promise<string> {
  await app.storage.put(key, Readable.from([Buffer.from('x')]))
  return key
}

async function keys(): Promise<string[]> {
  const found: string[] = []
  for (const folder of ['modules', 'origins', 'providers', 'states'])
    for await (const { key } of app.storage.list(folder)) found.push(key)
  return found
}

const ago = (milliseconds: number): Date => later(app.clock.now(), -milliseconds)

test('old files that nothing refers to go; what is referred to, young or not ours stays', async () => {
  const pair = await newSigningKey()
  await registerKey(app, owner, 'acme', pair)
  await releaseProvider(app, owner, 'acme/private/acme/cloud', pair)
  await publishModule(app, owner, 'acme/network/aws', '1.0.0')
  const { dates, storage } = new DatedStorage(app)
  const referredTo = await keys()
  expect(referredTo).toHaveLength(4)
  const { storageKey } = await app.prisma.moduleVersion.findFirstOrThrow()
  const beside = String(storageKey).replace(/[^/]+$/, `${randomUUID()}.tar.gz`)
  const old = [
    await stray(),
    await stray(beside),
    await stray(`providers/${newId('provver')}/${randomUUID()}.shasums-sig`),
    await stray(`providers/${newId('provpltfrm')}/${randomUUID()}.binary`),
  ]
  for (const key of [...referredTo, ...old]) dates.set(key, ago(days(2) + 1))
  const strange = [await stray('modules/README.md'), await stray('modules/mine/module.tar.gz')]
  for (const key of strange) dates.set(key, ago(days(2) + 1))
  const young = await stray()
  dates.set(young, ago(days(2) - 1))
  const foreign = await stray()
  dates.set(foreign, ago(days(31)))
  await maintenanceOf(app, sweepOf(app, storage)).run(systemContext(app).ctx)
  expect((await keys()).sort()).toEqual([...referredTo, ...strange, young, foreign].sort())
})

test('of two processes one sweeps, and again after a day', async () => {
  app.clock.move(days(1))
  const dated = new DatedStorage(app)
  const both = [1, 2].map(() => maintenanceOf(app, sweepOf(app, dated.storage)))
  const { ctx } = systemContext(app)
  const sweep = () => Promise.all(both.map((each) => each.run(ctx)))
  await sweep()
  await sweep()
  expect(dated.listed).toEqual(['modules', 'origins', 'providers', 'states'])
  app.clock.move(days(1))
  await sweep()
  expect(dated.listed).toHaveLength(8)
})

test('two sweeps at once, as after a long pause of the first, remove what one would', async () => {
  const dated = new DatedStorage(app)
  const [old, young] = [await stray(), await stray()]
  dated.dates.set(old, ago(days(3)))
  const { ctx } = systemContext(app)
  await Promise.all([1, 2].map(() => sweepOf(app, dated.storage).run(ctx, async () => true)))
  expect(await keys()).not.toContain(old)
  expect(await keys()).toContain(young)
})

test('a listing that fails is logged and tried again within the hour', async () => {
  app.clock.move(days(1))
  const dated = new DatedStorage(app)
  const old = await stray()
  dated.dates.set(old, ago(days(3)))
  let failures = 1
  const failing: Storage = Object.assign(Object.create(dated.storage) as Storage, {
    list: (folder: string) => {
      if (failures-- > 0) throw new StorageUnavailable(new Error('gone'))
      return dated.storage.list(folder)
    },
  })
  const process = maintenanceOf(app, sweepOf(app, failing))
  const { ctx, warnings } = systemContext(app)
  await process.run(ctx)
  expect(warnings).toEqual(['the maintenance failed and will be tried again'])
  expect(await keys()).toContain(old)
  app.clock.move(hours(1))
  await process.run(ctx)
  expect(warnings).toHaveLength(1)
  expect(await keys()).not.toContain(old)
})

test('a great many files are looked at in steps, and a stop ends the sweep between two of them', async () => {
  app.clock.move(days(1))
  const removed: string[] = []
  const many: Storage = Object.assign(Object.create(app.storage) as Storage, {
    async *list(folder: string) {
      if (folder !== 'modules') return
      for (let n = 0; n < 1200; n++)
        yield { key: `modules/modver-${n}/a.tar.gz`, size: 1, modifiedAt: ago(days(3)) }
    },
    remove: async (key: string) => void removed.push(key),
  })
  const process = maintenanceOf(app, sweepOf(app, many))
  const { ctx } = systemContext(app)
  const stopping = new AbortController()
  const remove = many.remove
  many.remove = async (key) => {
    stopping.abort()
    await remove(key)
  }
  await process.run(ctx, stopping.signal)
  expect(removed).toHaveLength(500)
  many.remove = remove
  await process.run(ctx)
  expect(removed).toHaveLength(1700)
})

test('the lease of a process that was killed in its run ends after an hour, then another takes over', async () => {
  app.clock.move(days(1))
  const dated = new DatedStorage(app)
  const { ctx } = systemContext(app)
  const killed = { name: 'unreferenced-files', every: days(1), run: () => new Promise<void>(() => {}) }
  void maintenanceOf(app, killed).run(ctx)
  const other = maintenanceOf(app, sweepOf(app, dated.storage))
  await expect.poll(() => app.prisma.jobLease.findFirst()).toMatchObject({ dueAt: ago(-hours(1)) })
  await other.run(ctx)
  expect(dated.listed).toEqual([])
  app.clock.move(hours(1))
  await other.run(ctx)
  expect(dated.listed).toEqual(['modules', 'origins', 'providers', 'states'])
})
