import { rule } from '@engine/shared/rule'
import { createMessage, enums, generateKey, readPrivateKey, revokeKey, sign } from 'openpgp'
import { expect, test } from 'vitest'
import { rearmored } from '../armor.js'
import { verifyDetachedSignature } from './detached-signatures.js'
import { readSigningKey } from './signing-keys.js'

const pairOf = (names: number) =>
  generateKey({
    userIDs: Array.from({ length: names }, (_, n) => ({ name: `Release ${n}` })),
    format: 'armored',
  })

const sums = Buffer.from('ab  thing.zip\n')

/** A number of signatures of one file by one key, in one file. */
async function signatures(privateKey: string, count: number, date = new Date()): Promise<Buffer> {
  const signingKeys = await readPrivateKey({ armoredKey: privateKey })
  const message = await createMessage({ binary: sums })
  const one = await sign({ message, signingKeys, detached: true, format: 'binary', date })
  return Buffer.concat(Array.from({ length: count }, () => Buffer.from(one)))
}

rule('§18 bounds', 'What a signature or a key asks to be verified is bounded')
test('a file of ten signatures is verified, one of eleven is not', async () => {
  const { publicKey, privateKey } = await pairOf(1)
  expect(await verifyDetachedSignature(publicKey, sums, await signatures(privateKey, 10))).toBeUndefined()
  expect(await verifyDetachedSignature(publicKey, sums, await signatures(privateKey, 11))).toBe('not-signed')
})

test('a key of forty names is taken, one of sixty is not', async () => {
  const keyId: unknown = expect.stringMatching(/^[0-9A-F]{16}$/)
  expect(await readSigningKey((await pairOf(40)).publicKey)).toEqual({ keyId })
  expect(await readSigningKey((await pairOf(60)).publicKey)).toMatchObject({
    unusable: true,
    why: expect.stringMatching(/more than 50/),
  })
})

rule('§18 signing keys', 'A key that is revoked verifies nothing, whenever and why it was')
test.each(['keySuperseded', 'keyRetired', 'keyCompromised'] as const)(
  'a signature from before its key was revoked as %s is no good',
  async (reason) => {
    const date = new Date('2020-01-01')
    const { publicKey, privateKey } = await generateKey({
      userIDs: [{ name: 'Release' }],
      format: 'armored',
      date,
    })
    const signature = await signatures(privateKey, 1, new Date('2020-01-02'))
    expect(await verifyDetachedSignature(publicKey, sums, signature)).toBeUndefined()
    const { publicKey: revoked } = await revokeKey({
      key: await readPrivateKey({ armoredKey: privateKey }),
      reasonForRevocation: { flag: enums.reasonForRevocation[reason] },
      date: new Date('2020-01-03'),
      format: 'armored',
    })
    expect(await verifyDetachedSignature(revoked, sums, signature)).toBe('not-signed')
  },
)

rule(
  '§19 files of providers',
  'A signature whose clock is a little ahead is taken, as by the CLI; one that ends is not',
)
test('a signature made a little in the future is good, one of far ahead or with an end is not', async () => {
  const { publicKey, privateKey } = await pairOf(1)
  const hour = 60 * 60 * 1000
  const ahead = (hours: number) => new Date(Date.now() + hours * hour)
  expect(
    await verifyDetachedSignature(publicKey, sums, await signatures(privateKey, 1, ahead(2))),
  ).toBeUndefined()
  expect(await verifyDetachedSignature(publicKey, sums, await signatures(privateKey, 1, ahead(48)))).toEqual({
    why: expect.stringMatching(/^is of .*, which is still to come$/),
    advice: expect.stringMatching(/^set the clock/),
  })
})

const publicKeyOf = async () =>
  (await generateKey({ userIDs: [{ name: 'Release' }], format: 'armored' })).publicKey

test.each<[string, (key: string) => string]>([
  [
    'in one long line',
    (key) => key.replace(/\n\n[^]*\n=/, (body) => `\n\n${body.slice(2, -2).replaceAll('\n', '')}\n=`),
  ],
  ['with a wrong checksum', (key) => key.replace(/\n=.{4}/, '\n=AAAA')],
  [
    'with headers and line ends of Windows',
    (key) => key.replace('\n', '\nComment: ours\n').replaceAll('\n', '\r\n'),
  ],
])('a key %s is armoured again as the CLI reads it', async (_, spoil) => {
  const key = await publicKeyOf()
  const spoilt = spoil(key)
  expect(spoilt).not.toBe(key)
  expect(await readSigningKey(spoilt)).toHaveProperty('keyId')
  const again = rearmored(spoilt)
  expect(again.replaceAll(/\s/g, '')).toBe(key.replaceAll(/\s/g, ''))
  expect(Math.max(...again.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(64)
})

test('what is no armour stays as it is', () => {
  expect(rearmored('no key')).toBe('no key')
})
