import { rule } from '@engine/shared/rule'
import { beforeEach, expect, test } from 'vitest'
import { createFileSealer } from '../../src/adapters/secrets/file-sealer.js'
import { keyring } from '../../src/adapters/secrets/keys.js'
import { sealedFor } from '../../src/adapters/secrets/purposes.js'
import { createSealer } from '../../src/adapters/secrets/sealer.js'
import { KeysFault, rotate, type Rotated } from '../../src/keys/rotate.js'
import { sealedColumns } from '../../src/keys/sealed-columns.js'
import { fingerprintsOf, type Keyring } from '../../src/kernel/signing.js'
import type { Storage } from '../../src/kernel/storage.js'
import { testSecretKey } from '../app.js'
import { as } from '../rest.js'
import { announced, byLink, openStateSetup, resources, stateText } from './states.js'

/** The key of a test's app, and the newer ones. */
const old = testSecretKey
const [newest, both] = [
  keyring(['another secret for tests, of 32 bytes']),
  keyring(['another secret for tests, of 32 bytes', old]),
]
const say: (line: string) => void = () => {}

const { app, owner, lockedWorkspace } = await openStateSetup()

beforeEach(async () => {
  await app.prisma.workspace.deleteMany()
  await app.prisma.webhook.deleteMany()
  await app.prisma.user.updateMany({ data: { twoFactorSecret: null } })
})

const turn = (ring: Keyring, storage: Storage = app.storage, told = say): Promise<Rotated> =>
  rotate({ connection: { connectionString: app.databaseUrl }, storage, keyring: ring }, told)

/** Creates a workspace with a number of states, each with its JSON and an output; returns the texts of the states. */
async function workspaceWith(
  states: number,
  listed: readonly object[] = [],
): Promise<{ id: string; texts: string[] }> {
  const id = await lockedWorkspace()
  const texts = Array.from({ length: states }, (_, index) =>
    stateText({
      serial: index + 1,
      outputs: { key: { value: `secret ${index}`, type: 'string', sensitive: true } },
      resources: listed,
    }),
  )
  for (const text of texts) {
    const body = announced(text, { 'json-state': Buffer.from('{}').toString('base64') })
    const answer = await as(app, owner).post(`/workspaces/${id}/state-versions`, { body })
    expect(answer.status, answer.text).toBe(201)
  }
  return { id, texts }
}

/** Every text and file, as these keys open them; undefined where they do not. */
async function openedBy(ring: Keyring): Promise<unknown[]> {
  const blocks = await app.prisma.stateOutputBlock.findMany({ orderBy: { id: 'asc' } })
  const sealer = createSealer(ring, sealedFor.stateOutputs)
  const texts = blocks.map(({ sealed, stateVersionId, first }) =>
    sealer.openBytes(sealed, `${stateVersionId} ${first}`)?.toString(),
  )
  const files: unknown[] = []
  const versions = await app.prisma.stateVersion.findMany({ orderBy: { id: 'asc' } })
  for (const key of versions.flatMap(({ storageKey, jsonStorageKey }) => [storageKey, jsonStorageKey])) {
    const found = await app.storage.open(key ?? '')
    const opened = found?.stream.pipe(createFileSealer(ring, sealedFor.stateFiles).open(key ?? ''))
    let size: number | undefined = 0
    try {
      for await (const chunk of opened as AsyncIterable<Buffer>) size += chunk.length
    } catch {
      size = undefined
    }
    files.push(size)
  }
  const listed = await app.prisma.stateResourceBlock.findMany({ orderBy: { id: 'asc' } })
  const lists = createSealer(ring, sealedFor.stateResources)
  const names = listed.map(({ sealed, stateVersionId, first }) =>
    lists.openBytes(sealed, `${stateVersionId} ${first}`)?.toString(),
  )
  return [...texts, ...names, ...files]
}

rule('§13 secrets', 'A rotation seals states, and all else that is stored sealed, with the newest key')
test('a rotation leaves nothing that the former key opens, and everything reads as before', async () => {
  const { id, texts } = await workspaceWith(3, [resources(2)])
  const [user, hook] = [await app.make.user(), `wh-${app.make.next()}`]
  await app.prisma.user.update({
    where: { id: user.id },
    data: { twoFactorSecret: createSealer(keyring([old]), sealedFor.twoFactor).seal('totp', user.id) },
  })
  const sealedHook = createSealer(keyring([old]), sealedFor.webhooks).seal('signs', hook)
  const now = app.clock.now()
  const times = { formerSecret: sealedHook, formerSecretUntil: now, createdAt: now, updatedAt: now }
  await app.prisma.webhook.create({
    data: {
      id: hook,
      name: hook,
      url: 'https://hooks.example/x',
      triggers: ['engine-version.created'],
      secret: sealedHook,
      ...times,
    },
  })
  const before = await openedBy(both)
  expect(before).not.toContain(undefined)
  // The processes of the platform have the former key last from then on; here the one key is both.
  const { resealed, current, unreadable } = await turn(both)
  expect([resealed, current, unreadable]).toEqual([3 + 3 + 6 + 1 + 2, 0, []])
  expect(await openedBy(newest)).toEqual(before)
  expect(new Set(await openedBy(keyring([old])))).toEqual(new Set([undefined]))
  expect(await turn(both)).toMatchObject({ resealed: 0, current: resealed })
  const { twoFactorSecret } = await app.prisma.user.findUniqueOrThrow({ where: { id: user.id } })
  expect(createSealer(newest, sealedFor.twoFactor).open(twoFactorSecret ?? '', user.id)).toBe('totp')
  const { secret, formerSecret } = await app.prisma.webhook.findUniqueOrThrow({ where: { id: hook } })
  for (const sealed of [secret, formerSecret])
    expect(createSealer(newest, sealedFor.webhooks).open(sealed ?? '', hook)).toBe('signs')

  // Back again, for the app of this test.
  const back = keyring([old, 'another secret for tests, of 32 bytes'])
  expect(await turn(back)).toMatchObject({ resealed, current: 0 })
  const { body } = await as(app, owner).get(`/workspaces/${id}/current-state-version`)
  const download = await byLink(app, body.data.attributes['hosted-state-download-url'])
  expect(await download.text()).toBe(texts.at(-1))
})

rule('§13 secrets', 'A rotation that was ended goes on where it was')
test('a rotation that fails in the middle loses nothing, and the next one does the rest alone', async () => {
  await workspaceWith(4)
  const before = await openedBy(both)
  let left = 3
  const failing = Object.assign(Object.create(app.storage) as Storage, {
    put: (async (key, stream, options) => {
      if (left-- === 0) throw new Error('the machine went down')
      return app.storage.put(key, stream, options)
    }) satisfies Storage['put'],
  })
  const [forward, back] = [both, keyring([old, 'another secret for tests, of 32 bytes'])]
  await expect(turn(forward, failing)).rejects.toThrow('the machine went down')
  expect(await openedBy(both)).toEqual(before)
  const rest = await turn(forward)
  expect(rest).toMatchObject({ resealed: 5, unreadable: [] })
  expect(await openedBy(newest)).toEqual(before)
  await turn(back)
})

test('what no key opens is named and left as it is', async () => {
  const { id } = await workspaceWith(1)
  const rows = await app.prisma.stateVersion.findMany({ where: { workspaceId: id } })
  const foreign = keyring(['a secret of another platform, 32 bytes'])
  const { resealed, unreadable } = await turn(foreign)
  expect(resealed).toBe(0)
  expect(unreadable).toContain(rows[0]?.storageKey)
  expect(await openedBy(both)).not.toContain(undefined)
})

test('every purpose of sealing is rotated, in columns or in files', () => {
  const purposes = new Set([sealedFor.stateFiles, ...sealedColumns.map(({ purpose }) => purpose)])
  expect(purposes).toEqual(new Set(Object.values(sealedFor)))
})

/** A process that knows these keys and last said so that many seconds ago. */
async function processOf(ring: Keyring, secondsAgo: number): Promise<void> {
  await app.prisma.$executeRaw`
    INSERT INTO process_keys (process, name, fingerprints, at)
    VALUES ('other', 'host-b:4000', ${[...fingerprintsOf(ring)]}, now() - make_interval(secs => ${secondsAgo}))`
}

rule('§18 rotation', 'No rotation begins while a process runs that does not know the newest key')
test('a rotation is refused by the name of a running process without the newest key, and seals nothing', async () => {
  await workspaceWith(1)
  const before = await openedBy(keyring([old]))
  await processOf(keyring([old]), 5)
  const lines: string[] = []
  const stillRuns = (line: string): void => {
    lines.push(line)
    app.prisma.$executeRaw`UPDATE process_keys SET at = now()`.catch(() => {})
  }
  const outcome = await turn(both, app.storage, stillRuns).catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(KeysFault)
  expect(String(outcome)).toMatch(/host-b:4000 runs without the newest key.*Restart each process/)
  expect(lines).toEqual([expect.stringMatching(/^Waiting for host-b:4000/)])
  expect(await openedBy(keyring([old]))).toEqual(before)
  await app.prisma.processKeys.deleteMany()
})

test('a process that says nothing for a minute is not waited for any longer, one that knows the key never', async () => {
  const back = keyring([old, 'another secret for tests, of 32 bytes'])
  await workspaceWith(1)
  await processOf(keyring([old]), 58)
  const lines: string[] = []
  const told = (line: string): void => void lines.push(line)
  expect(await turn(both, app.storage, told)).toMatchObject({ resealed: 3 })
  expect(lines[0]).toMatch(/^Waiting for host-b:4000/)
  await app.prisma.processKeys.deleteMany()
  await processOf(both, 0)
  expect(await turn(back, app.storage, told)).toMatchObject({ resealed: 3 })
  expect(lines.filter((line) => line.startsWith('Waiting'))).toHaveLength(1)
  await app.prisma.processKeys.deleteMany()
})

test('each process says which keys it knows while it runs', async () => {
  const { ctx } = await app.make.user()
  const rows = () => app.prisma.processKeys.findMany()
  await app.services.processKeys.announce(ctx)
  const name: unknown = expect.stringMatching(/:\d+ \(process \d+\)$/)
  expect(await rows()).toMatchObject([{ name, fingerprints: fingerprintsOf(keyring([old])) }])
  await app.services.processKeys.leave(ctx)
  expect(await rows()).toEqual([])
})

rule('§18 rotation', 'What is sealed with an older key while a rotation runs is found by another look')
test('what another process seals with the old key behind the back of a rotation is sealed anew too', async () => {
  await workspaceWith(1)
  const { id } = await app.make.user()
  let isFirst = true
  const racing = Object.assign(Object.create(app.storage) as Storage, {
    put: (async (key, stream, options) => {
      const twoFactorSecret = createSealer(keyring([old]), sealedFor.twoFactor).seal('late', id)
      if (isFirst) await app.prisma.user.update({ where: { id }, data: { twoFactorSecret } })
      isFirst = false
      return app.storage.put(key, stream, options)
    }) satisfies Storage['put'],
  })
  expect(await turn(both, racing)).toMatchObject({ resealed: 4, current: 0, unreadable: [] })
  const { twoFactorSecret } = await app.prisma.user.findUniqueOrThrow({ where: { id } })
  expect(createSealer(newest, sealedFor.twoFactor).open(twoFactorSecret ?? '', id)).toBe('late')
  await turn(keyring([old, 'another secret for tests, of 32 bytes']))
})
