import { expect, test, vi } from 'vitest'
import { StorageUnavailable } from '../../src/kernel/storage.js'
import { fresh, startNamespace } from '../registry/provider-namespace.js'
import { newKeyPair, registerKey, releaseProvider, removeKey } from '../registry/signed-provider.js'
import { systemContext } from './maintenance.js'

const namespace = await startNamespace()

/** The state after a process ended between the registration of a key and the check of the versions that waited. */
async function registeredAndThenKilled(address: string): Promise<void> {
  const { app, owner } = namespace
  const pair = await newKeyPair()
  await releaseProvider(app, owner, address, pair)
  expect(await namespace.errorOf(address)).toMatch(/^No signing key/)
  const cut = vi.spyOn(app.storage, 'open').mockRejectedValue(new StorageUnavailable(new Error('cut')))
  await registerKey(app, owner, 'Acme', pair)
  cut.mockRestore()
  expect(await namespace.listed(address)).toEqual([])
}

test('a version that waited for a key is published by the next start, though the key’s own process was killed', async () => {
  const { app } = namespace
  const address = fresh(app)
  await registeredAndThenKilled(address)
  const { ctx, warnings } = systemContext(app)
  await app.services.maintenance.run(ctx)
  expect(await namespace.listed(address)).toEqual(['1.0.0'])
  expect(await namespace.errorOf(address)).toBeNull()
  expect(warnings).toEqual([])
})

test('what was judged is not judged again', async () => {
  const { app, owner, pair } = namespace
  const [wrong, unsigned] = [fresh(app), fresh(app)]
  const uploads = { signature: Buffer.from('no signature') }
  await releaseProvider(app, owner, wrong, pair, { uploads })
  await releaseProvider(app, owner, unsigned, await newKeyPair())
  const rows = () => app.prisma.registryProviderVersion.findMany({ orderBy: { id: 'asc' } })
  const before = await rows()
  await app.services.maintenance.run(systemContext(app).ctx)
  expect(await rows()).toEqual(before)
})

test('a key that is removed before the check ran leaves the version with its reason', async () => {
  const { app, owner } = namespace
  const address = fresh(app)
  const pair = await newKeyPair()
  await releaseProvider(app, owner, address, pair)
  const cut = vi.spyOn(app.storage, 'open').mockRejectedValue(new StorageUnavailable(new Error('cut')))
  await registerKey(app, owner, 'Acme', pair)
  cut.mockRestore()
  await removeKey(app, owner, 'Acme', pair)
  await app.services.maintenance.run(systemContext(app).ctx)
  expect(await namespace.listed(address)).toEqual([])
  expect(await namespace.errorOf(address)).toMatch(/^No signing key/)
})
