import { beforeEach, expect, test } from 'vitest'
import { keyring } from '../../src/adapters/secrets/keys.js'
import { sealedFor } from '../../src/adapters/secrets/purposes.js'
import { createSealer } from '../../src/adapters/secrets/sealer.js'
import { acceptKey, requireKey, WrongKey, type Query } from '../../src/keys/require-key.js'
import { rotate } from '../../src/keys/rotate.js'
import { fingerprintsOf, type Keyring } from '../../src/kernel/signing.js'
import { testSecretKey } from '../app.js'
import { racers } from '../full-run.js'
import { as } from '../rest.js'
import { announced, openStateSetup, stateText } from './states.js'

const other = 'another secret for tests, of 32 bytes'
const [right, wrong] = [keyring([testSecretKey]), keyring([other])]
const [both, reversed] = [keyring([other, testSecretKey]), keyring([testSecretKey, other])]

const { app, owner, lockedWorkspace } = await openStateSetup()

const query: Query = (text, values = []) => app.prisma.$queryRawUnsafe(text, ...values)
const started = (ring: Keyring, storage: Pick<typeof app.storage, 'open'> = app.storage) =>
  requireKey({ query, storage, keyring: ring, keysAt: 'SECRET_KEY' })
const canary = async () => (await app.prisma.keyCanary.findFirst())?.sealed

beforeEach(async () => {
  await app.prisma.workspace.deleteMany()
  await app.prisma.keyCanary.deleteMany()
  await app.prisma.processKeys.deleteMany()
  await app.prisma.user.updateMany({ data: { twoFactorSecret: null } })
})

/** Announces a keyring as a process does before it uses its key. */
const announce = (ring: Keyring) =>
  app.prisma.processKeys.create({
    data: {
      process: `process ${app.make.next()}`,
      name: 'host',
      fingerprints: [...fingerprintsOf(ring)],
      at: new Date(),
    },
  })

async function sealSecret(ring: Keyring): Promise<void> {
  const { id } = await app.make.user()
  const twoFactorSecret = createSealer(ring, sealedFor.twoFactor).seal('totp', id)
  await app.prisma.user.update({ where: { id }, data: { twoFactorSecret } })
}

async function storeState(outputs: Record<string, object>): Promise<void> {
  const body = announced(stateText({ serial: 1, outputs }))
  const answer = await as(app, owner).post(`/workspaces/${await lockedWorkspace()}/state-versions`, { body })
  expect(answer.status, answer.text).toBe(201)
}

test('a guard that cannot open is closed: after the first start another key is refused, one of several is fine', async () => {
  await started(right)
  const first = await canary()
  expect(first).toBeDefined()
  await sealSecret(right)
  await expect(started(wrong)).rejects.toThrow(WrongKey)
  await expect(started(wrong)).rejects.toThrow(
    /^SECRET_KEY opens nothing of what is stored sealed: .* NEW,OLD .* npm run keys:rotate.* -- --lost /,
  )
  for (const ring of [right, both, reversed]) await started(ring)
  expect(await canary()).toBe(first)
})

test.each<[string, () => Promise<void>]>([
  ['a second factor', () => sealSecret(right)],
  ['a state with outputs', () => storeState({ key: { value: 'secret', type: 'string', sensitive: true } })],
  ['a state without outputs', () => storeState({})],
])('a guard that cannot open is closed: of before there is %s, and no canary', async (_what, seal) => {
  await seal()
  await expect(started(wrong)).rejects.toThrow(WrongKey)
  expect(await canary()).toBeUndefined()
  await started(both)
  await started(right)
})

test('where something opens though the canary does not, the start goes on', async () => {
  await started(right)
  const first = await canary()
  await sealSecret(wrong)
  await started(wrong)
  expect(await canary()).toBe(first)
})

test('a database that holds nothing sealed takes another key, unless a process runs with the former one', async () => {
  await started(right)
  const first = await canary()
  await announce(right)
  await expect(started(wrong)).rejects.toThrow(WrongKey)
  expect(await canary()).toBe(first)
  await app.prisma.processKeys.deleteMany()
  await started(wrong)
  await sealSecret(wrong)
  await expect(started(right)).rejects.toThrow(WrongKey)
})

test('of processes that start at once with different keys one kind is refused', async () => {
  await announce(right)
  await announce(wrong)
  const rings = Array.from({ length: racers }, (_, index) => (index % 2 === 0 ? right : wrong))
  const settled = await Promise.allSettled(rings.map((ring) => started(ring)))
  const outcomes = [right, wrong].map((ring) => [
    ...new Set(settled.filter((_, index) => rings[index] === ring).map(({ status }) => status)),
  ])
  expect(outcomes.flat().sort()).toEqual(['fulfilled', 'rejected'])
})

test('a storage that does not answer refuses nothing, and leaves the judgement to a later start', async () => {
  await storeState({})
  const away = { open: () => Promise.reject(new Error('away')) }
  await started(wrong, away)
  expect(await canary()).toBeUndefined()
  await expect(started(wrong)).rejects.toThrow(WrongKey)
})

test('a rotation seals the canary with the newest key, so that the older one can go', async () => {
  await started(right)
  await sealSecret(right)
  const connection = { connectionString: app.databaseUrl }
  const { unreadable } = await rotate({ connection, storage: app.storage, keyring: both }, () => {})
  expect(unreadable).toEqual([])
  await started(wrong)
  await expect(started(right)).rejects.toThrow(WrongKey)
})

test('a key that is lost for good is given up on purpose, and seals nothing again', async () => {
  await started(right)
  await sealSecret(right)
  const before = await app.prisma.user.findMany({ where: { twoFactorSecret: { not: null } } })
  await expect(started(wrong)).rejects.toThrow(WrongKey)
  await acceptKey({ query, keyring: wrong })
  await started(wrong)
  expect(await app.prisma.user.findMany({ where: { twoFactorSecret: { not: null } } })).toEqual(before)
})
