import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { createModule, moduleArchive, uploadLink, put } from '../modules/module-requests.js'
import { createPlatform, createProviderVersion, freshProvider } from '../providers.js'
import { expectDetails } from '../rest.js'
import { openStateSetup } from '../states/states.js'
import { fullSentence, stateOf, storedBy } from './stored.js'

const limit = 4000

const { app, owner, workspace, write } = await openStateSetup({
  STORAGE_LIMIT: String(limit),
})

const stored = () => storedBy(app, owner)

rule('§18 quotas', 'An organization stores at most STORAGE_LIMIT bytes, and what is refused is not stored')
test('an organization stores modules, providers and states of so many bytes together, and no more', async () => {
  const id = await workspace()
  await write(id, stateOf(2500))
  expect(await stored()).toEqual({ kind: 'STORAGE', used: 2500, limit })
  const archive = moduleArchive()
  await createModule(app, owner, 'Acme/small/aws')
  const link = await uploadLink(app, owner, 'Acme/small/aws', '1.0.0')
  expect((await put(app, link, archive)).status).toBe(200)
  const used = 2500 + archive.length
  expect(await stored()).toMatchObject({ used })
  await write(id, stateOf(limit - used, 2))
  expect(await stored()).toMatchObject({ used: limit })
  for (const refused of await filesOf('large')) expectDetails(refused, 422, fullSentence(limit))
  expect(await stored()).toMatchObject({ used: limit })
  await app.prisma.workspace.delete({ where: { id } })
})

/** The answers to a file by each link, announced with its size. */
async function filesOf(name: string) {
  await createModule(app, owner, `Acme/${name}/aws`)
  const archive = await put(app, await uploadLink(app, owner, `Acme/${name}/aws`, '1.0.0'), moduleArchive())
  const address = await freshProvider(app, owner)
  await createProviderVersion(app, owner, address, '1.0.0')
  const { links } = await createPlatform(app, owner, address, '1.0.0')
  const { pathname, search } = new URL(links['provider-binary-upload'] ?? '')
  return [archive, await put(app, pathname + search, Buffer.from('zip'))]
}
