import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { createModule, moduleArchive, uploadLink, put } from '../modules/module-requests.js'
import { createPlatform, createProviderVersion, freshProvider } from '../providers.js'
import { as, expectDetails } from '../rest.js'
import { announced, openStateSetup, putTo } from '../states/states.js'
import { fullSentence, stateOf, storedBy } from './stored.js'

const limit = 4000

const { app, owner, workspace, lockedWorkspace, lock, unlock, write } = await openStateSetup({
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
  await lock(id)
  const over = stateOf(limit - used + 1, 2)
  const refused = await as(app, owner).post(`/workspaces/${id}/state-versions`, { body: announced(over) })
  expectDetails(refused, 422, fullSentence(limit))
  const fits = await as(app, owner).post(`/workspaces/${id}/state-versions`, {
    body: announced(stateOf(limit - used, 2)),
  })
  expect(fits.status, fits.text).toBe(201)
  expect(await stored()).toMatchObject({ used: limit })
  await unlock(id)
})

test('a file that is announced as too large is refused before it is taken, by every link', async () => {
  const id = await lockedWorkspace()
  const body = announced(stateOf(900), {}, false)
  const pending = await as(app, owner).post(`/workspaces/${id}/state-versions`, { body })
  const state = pending.body.data.attributes['hosted-state-upload-url']
  expect(await putTo(app, state, stateOf(900))).toBe(422)
  await createModule(app, owner, 'Acme/large/aws')
  expect(
    (await put(app, await uploadLink(app, owner, 'Acme/large/aws', '1.0.0'), moduleArchive())).status,
  ).toBe(422)
  const address = await freshProvider(app, owner)
  await createProviderVersion(app, owner, address, '1.0.0')
  const { links } = await createPlatform(app, owner, address, '1.0.0')
  const { pathname, search } = new URL(links['provider-binary-upload'] ?? '')
  expect((await put(app, pathname + search, Buffer.from('zip'))).status).toBe(422)
})
