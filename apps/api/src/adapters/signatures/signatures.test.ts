import { rule } from '@engine/shared/rule'
import { createMessage, generateKey, readPrivateKey, sign } from 'openpgp'
import { expect, test } from 'vitest'
import { verifyDetachedSignature } from './detached-signatures.js'
import { readSigningKey } from './signing-keys.js'

const pairOf = (names: number) =>
  generateKey({
    userIDs: Array.from({ length: names }, (_, n) => ({ name: `Release ${n}` })),
    format: 'armored',
  })

const sums = Buffer.from('ab  thing.zip\n')

/** So many signatures of one file by one key, in one file. */
async function signatures(privateKey: string, count: number): Promise<Buffer> {
  const signingKeys = await readPrivateKey({ armoredKey: privateKey })
  const message = await createMessage({ binary: sums })
  const one = await sign({ message, signingKeys, detached: true, format: 'binary' })
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
