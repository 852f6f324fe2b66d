import { expect, test, vi } from 'vitest'
import { StorageUnavailable } from '../../src/kernel/storage.js'
import { fresh, startNamespace } from '../registry/provider-namespace.js'
import { newSigningKey } from '../../load/src/origin/signing.js'
import { registerKey, releaseProvider, removeKey } from '../registry/signed-provider.js'
import { systemContext } from './maintenance.js'

const { app, owner, pair, listed, errorOf } = await startNamespace()

/** The state after a process ended between the registration of a key and the check of the versions that waited. */
async function registeredAndThenKilled(address: string): Promise<void> {
  const late = await newSigningKey()
  await releaseProvider(app, owner, address, late)
  expect(await errorOf(address)).toMatch(/^No signing key/)
  const cut = vi.spyOn(app.storage, 'open').mockRejectedValue(new StorageUnavailable(new Error('cut')))
  await registerKey(app, owner, 'Acme', late)
  cut.mockRestore()
  expect(await listed(address)).toEqual([])
}

test('a version that waited for a key is published by the next start, though the key’s own process was killed', async () => {
  const address = fresh(app)
  await registeredAndThenKilled(address)
  const { ctx, warnings } = systemContext(app)
  await app.services.maintenance.run(ctx)
  expect(await listed(address)).toEqual(['1.0.0'])
  expect(await errorOf(address)).toBeNull()
  expect(warnings).toEqual([])
})

test('what was judged is not judged again', async () => {
  const [wrong, unsigned] = [fresh(app), fresh(app)]
  const uploads = { signature: Buffer.from('no signature') }
  await releaseProvider(app, owner, wrong, pair, { uploads })
  await releaseProvider(app, owner, unsigned, await newSigningKey())
  const rows = () => app.prisma.registryProviderVersion.findMany({ orderBy: { id: 'asc' } })
  const before = await rows()
  await app.services.maintenance.run(systemContext(app).ctx)
  expect(await rows()).toEqual(before)
})

test('a key that is removed before the check ran leaves the version with its reason', async () => {
  const address = fresh(app)
  const late = await newSigningKey()
  await releaseProvider(app, owner, address, late)
  const cut = vi.spyOn(app.storage, 'open').mockRejectedValue(new StorageUnavailable(new Error('cut')))
  await registerKey(app, owner, 'Acme', late)
  cut.mockRestore()
  await removeKey(app, owner, 'Acme', late)
  await app.services.maintenance.run(systemContext(app).ctx)
  expect(await listed(address)).toEqual([])
  expect(await errorOf(address)).toMatch(/^No signing key/)
})
