import { loadOpenpgp } from '@engine/provider-source/openpgp'
import { rule } from '@engine/shared/rule'
import { generateKey, readKey, readPrivateKey, revokeKey, type EllipticCurveName } from 'openpgp'
import { expect, test } from 'vitest'
import { certifyingKey, dsaKey, expiredKey } from '../registry/gnupg-keys.js'
import { startAcme } from './acme.js'
import { as } from '../rest.js'
import { keyOf, newPair, path, register } from './gpg-keys.js'

const { app, owner } = await startAcme()

const add = (armor: string) =>
  as(app, owner).post(path, { body: keyOf({ namespace: 'Acme', 'ascii-armor': armor }) })

const userIDs = [{ name: 'Release' }]
const armored = async (options: object) => {
  // The form for Node.js cannot sign with each curve.
  const openpgp = await loadOpenpgp()
  return (await openpgp.generateKey({ userIDs, format: 'armored', ...options })).publicKey
}

rule('§18 signing keys', 'A key of each kind that the CLI accepts can be registered')
test.each<EllipticCurveName>([
  ...(['nistP256', 'nistP384', 'nistP521', 'secp256k1'] as const),
  ...(['brainpoolP256r1', 'brainpoolP384r1', 'brainpoolP512r1', 'ed25519Legacy'] as const),
])('a key of the curve %s is taken', async (curve) => {
  const config = { rejectCurves: new Set<never>() }
  const answer = await add(await armored({ type: 'ecc', curve, config }))
  expect(answer.status, answer.text).toBe(201)
})

test('a DSA key is taken', async () => {
  expect((await add(dsaKey)).status).toBe(201)
})

test('a key with blanks before its lines, as of a heredoc, is taken and shown as it was sent', async () => {
  const { armor, keyId } = await newPair()
  const indented = armor.replaceAll(/^/gm, '    ')
  const answer = await add(indented)
  expect(answer.status, answer.text).toBe(201)
  expect(answer.body.data.attributes).toMatchObject({ 'key-id': keyId, 'ascii-armor': indented })
})

const day = 24 * 60 * 60
const date = new Date('2020-01-01')

rule('§18 signing keys', 'A key that has expired can be registered, as the CLI accepts what it signed')
test.each<[string, () => Promise<string>]>([
  ['that GnuPG made', async () => expiredKey],
  ['as a whole', () => armored({ date, keyExpirationTime: day })],
  [
    'in its part for signing',
    () => armored({ date, subkeys: [{ sign: true, keyExpirationTime: day }], keyExpirationTime: 0 }),
  ],
])('a key that has expired %s is taken', async (_, make) => {
  const armor = await make()
  const answer = await add(armor)
  expect(answer.status, answer.text).toBe(201)
  expect(await app.prisma.gpgKey.count({ where: { id: answer.body.data.id } })).toBe(1)
})

const revoked = async (options: object) => {
  const { privateKey } = await generateKey({ userIDs, format: 'armored', ...options })
  const key = await readPrivateKey({ armoredKey: privateKey })
  return (await revokeKey({ key, format: 'armored' })).publicKey
}

rule('§18 signing keys', 'A key that can never publish is refused by the name of what is wrong')
test.each<[string, () => Promise<string>, RegExp]>([
  ['a revoked one', () => revoked({}), /is revoked/],
  ['a revoked one that has expired', () => revoked({ date, keyExpirationTime: day }), /is revoked/],
  ['one that only certifies', async () => certifyingKey, /cannot sign: it has no valid part for signing/],
  [
    'two in two blocks',
    async () => `${(await newPair()).armor}\n${(await newPair()).armor}`,
    /holds 2 keys: register each/,
  ],
  [
    'two in one block',
    async () => {
      const [one, other] = [await readKey({ armoredKey: (await newPair()).armor }), (await newPair()).armor]
      const packets = one.toPacketList()
      packets.push(...(await readKey({ armoredKey: other })).toPacketList())
      const { armor, enums } = await import('openpgp')
      return armor(enums.armor.publicKey, packets.write())
    },
    /holds 2 keys: register each/,
  ],
  [
    'the same one twice',
    async () => {
      const { armor } = await newPair()
      return `${armor}${armor}`
    },
    /holds the same key twice/,
  ],
])('%s is 422 and nothing is registered', async (_, make, why) => {
  const before = await app.prisma.gpgKey.count()
  const answer = await add(await make())
  expect(answer.status).toBe(422)
  expect(answer.body.errors).toMatchObject([
    { detail: expect.stringMatching(why), source: { pointer: '/data/attributes/ascii-armor' } },
  ])
  expect(answer.body.errors[0].detail).toMatch(/^Ascii armor holds /)
  expect(await app.prisma.gpgKey.count()).toBe(before)
})

rule(
  '§19 files of providers',
  'Keys of a version other than 4, and of what RFC 9580 added, are refused by name',
)
test.each<[string, object, RegExp]>([
  ['version 6', { config: { v6Keys: true } }, /holds a key of version 6, which no CLI reads/],
  ['Ed25519 of RFC 9580', { type: 'curve25519' }, /algorithm Ed25519 \(27\) of RFC 9580, which no CLI reads/],
  ['Ed448', { type: 'curve448' }, /algorithm Ed448 \(28\) of RFC 9580, which no CLI reads/],
])('a key of %s is 422 and nothing is registered', async (_, options, why) => {
  const before = await app.prisma.gpgKey.count()
  const answer = await add(await armored(options))
  expect(answer.status).toBe(422)
  expect(answer.body.errors).toMatchObject([{ detail: expect.stringMatching(why) }])
  expect(await app.prisma.gpgKey.count()).toBe(before)
})

rule('§18 signing keys', 'A key is found by each way to name it')
test('a key is found by each way to name it, and by no other', async () => {
  const { armor, keyId } = await register(app, owner)
  const key = await readKey({ armoredKey: armor })
  const [subkey] = key.subkeys
  const names = [
    ...[keyId.toLowerCase(), `0x${keyId}`, key.getFingerprint(), `0x${key.getFingerprint().toUpperCase()}`],
    ...[subkey?.getKeyID().toHex() ?? '', subkey?.getFingerprint() ?? ''],
  ]
  for (const name of names) {
    const answer = await as(app, owner).get(`${path}/Acme/${name}`)
    expect([name, answer.status, answer.body.data?.attributes['key-id']]).toEqual([name, 200, keyId])
  }
  for (const name of [keyId.slice(1), `${keyId}0`, '0x', keyId.replace(/^./, 'G'), '0'.repeat(16)])
    expect((await as(app, owner).get(`${path}/Acme/${name}`)).status).toBe(404)
})
