import { expect, test } from 'vitest'
import { createModule, moduleArchive, put, uploadLink } from '../modules/module-requests.js'
import { createPlatform, createProviderVersion, freshProvider } from '../providers.js'
import { openStateSetup } from '../states/states.js'
import { stateOf, storedBy } from './stored.js'

const { app, owner, workspace, write } = await openStateSetup()

const stored = async () => (await storedBy(app, owner)).used

/** Bytes as each version tells them, which the sums have to follow. */
async function counted(): Promise<number> {
  const [row] = await app.prisma.$queryRaw<{ bytes: number }[]>`SELECT (
    (SELECT coalesce(sum(size), 0) FROM module_versions)
    + (SELECT coalesce(sum(coalesce(size, 0)::bigint + coalesce(json_size, 0) + coalesce(outputs_size, 0)), 0)
      FROM state_versions)
    + (SELECT coalesce(sum(binary_size), 0) FROM registry_provider_platforms))::float8 AS bytes`
  return row?.bytes ?? Number.NaN
}

test('stored bytes follow what is published, written and deleted', async () => {
  const seen: number[] = []
  const look = async () => {
    const bytes = await stored()
    expect(bytes).toBe(await counted())
    expect(bytes).not.toBe(seen.at(-1))
    seen.push(bytes)
  }
  const id = await workspace()
  await write(id, stateOf(2500))
  await look()
  await write(id, stateOf(3000, 2))
  await look()
  await createModule(app, owner, 'Acme/network/aws')
  for (const version of ['1.0.0', '1.1.0'])
    await put(app, await uploadLink(app, owner, 'Acme/network/aws', version), moduleArchive())
  await look()
  const address = await freshProvider(app, owner)
  for (const version of ['1.0.0', '1.1.0']) {
    await createProviderVersion(app, owner, address, version)
    await createPlatform(app, owner, address, version)
    await createPlatform(app, owner, address, version, 'darwin/arm64')
  }
  await app.prisma.registryProviderPlatform.updateMany({ data: { binarySize: 1_000_000 } })
  await look()
  expect(seen.at(-1)).toBeGreaterThan(4_000_000)
  await app.prisma.registryProviderPlatform.deleteMany({
    where: { os: 'darwin', version: { version: '1.0.0' } },
  })
  await look()
  await app.prisma.registryProviderVersion.deleteMany({ where: { version: '1.1.0' } })
  await look()
  await app.prisma.registryProvider.deleteMany()
  await look()
  await app.prisma.moduleVersion.deleteMany({ where: { version: '1.0.0' } })
  await look()
  await app.prisma.module.deleteMany()
  await look()
  await app.prisma.stateVersion.deleteMany({ where: { serial: 1 } })
  await look()
  await app.prisma.workspace.deleteMany()
  await look()
  expect(seen.at(-1)).toBe(0)
})
