import { hasReadableNumbers } from '@engine/shared'
import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import {
  createVersion,
  publishModule,
  registry,
  versionIdOf,
  listed as modulesListed,
} from '../modules/module-requests.js'
import { providerPath } from '../providers.js'
import { as, detailsOf } from '../rest.js'
import { fresh, startNamespace, versionsPath } from './provider-namespace.js'
import { releaseProvider } from './signed-provider.js'

const { app, owner, pair, listed } = await startNamespace()

/** One beyond what a signed 64-bit number holds, which is what the CLI reads. */
const unreadable = '1.9223372036854775808.0'
const largest = '1.9223372036854775807.0'

rule(
  '§19 files of providers',
  'A version part beyond 2^63 − 1 is 422, and what is stored already is listed no more',
)
test('a version of a module with a number that no CLI reads is 422, and a stored one is not listed', async () => {
  await publishModule(app, owner, 'Acme/long/aws', '1.0.0', largest)
  const refused = await createVersion(app, owner, 'Acme/long/aws', unreadable)
  expect([refused.status, detailsOf(refused)]).toEqual([
    422,
    ['Version has a number above 9223372036854775807, which no CLI reads'],
  ])
  expect(await modulesListed(app, owner, 'Acme/long/aws')).toEqual([largest, '1.0.0'])
  const id = await versionIdOf(app, 'Acme/long/aws', largest)
  // The database has the same rule, for lists.
  for (const version of [
    unreadable,
    '9223372036854775808.0.0',
    '1.0.10000000000000000000',
    '1.0.99999999999999999999-a',
  ]) {
    await app.prisma.moduleVersion.update({ where: { id }, data: { version } })
    expect([version, hasReadableNumbers(version)]).toEqual([version, false])
    expect(await modulesListed(app, owner, 'Acme/long/aws'), version).toEqual(['1.0.0'])
  }
  for (const version of [
    '1.0.1-99999999999999999999',
    '1.0.0000000000000000001',
    '9223372036854775807.0.0',
  ]) {
    await app.prisma.moduleVersion.update({ where: { id }, data: { version } })
    expect([version, hasReadableNumbers(version)]).toEqual([version, true])
    expect(await modulesListed(app, owner, 'Acme/long/aws'), version).toContain(version)
  }
})

test('a stored version of a provider with a number that no CLI reads is not listed, and can be deleted', async () => {
  const address = fresh(app)
  await releaseProvider(app, owner, address, pair)
  await releaseProvider(app, owner, address, pair, { version: largest })
  expect(await listed(address)).toEqual([largest, '1.0.0'])
  await app.prisma.registryProviderVersion.updateMany({
    where: { version: largest },
    data: { version: unreadable },
  })
  expect(await listed(address)).toEqual(['1.0.0'])
  expect((await as(app, owner).delete(`${providerPath(address)}/versions/1.0.0`)).status).toBe(204)
  const { body } = await registry(app, owner, versionsPath(address))
  expect(body).toEqual({ versions: [] })
  expect((await as(app, owner).delete(`${providerPath(address)}/versions/${unreadable}`)).status).toBe(204)
})
