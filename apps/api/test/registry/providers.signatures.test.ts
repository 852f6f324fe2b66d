import { rule } from '@engine/shared/rule'
import { generateKey, readKey, type EllipticCurveName } from 'openpgp'
import { expect, test } from 'vitest'
import { verifyDetachedSignature } from '../../src/adapters/signatures/detached-signatures.js'
import { loadOpenpgp } from '../../src/adapters/signatures/openpgp.js'
import {
  dsaKey,
  dsaSignature,
  expiredKey,
  extendedKey,
  md5Signature,
  rsaKey,
  sha1Signature,
  signatureAfterExpiry,
  signatureBeforeExpiry,
  signedSums,
} from './gnupg-keys.js'
import { fresh, startNamespace } from './provider-namespace.js'
import { sha256 } from '../../load/src/origin/provider-zip.js'
import { newSigningKey, signatureOf } from '../../load/src/origin/signing.js'
import { registerKey, releaseProvider, zipOf, filenameOf } from './signed-provider.js'

const { app, owner, acme, listed, errorOf } = await startNamespace()

const known = async (armor: string) => ({
  ...{ armor, secret: '', keyId: (await readKey({ armoredKey: armor })).getKeyID().toHex().toUpperCase() },
})

rule('§18 signing keys', 'What the CLI accepts is accepted: RSA, DSA, Ed25519, NIST, brainpool, secp256k1')
test('a version that a DSA key signed is published', async () => {
  const pair = await known(dsaKey)
  await registerKey(app, owner, acme.name, pair)
  const address = fresh(app)
  await releaseProvider(app, owner, address, pair, {
    uploads: { shasums: signedSums, signature: dsaSignature },
  })
  expect(await errorOf(address)).toBeNull()
  expect(await listed(address)).toEqual(['1.0.0'])
})

test.each<EllipticCurveName>(['secp256k1', 'brainpoolP256r1', 'brainpoolP512r1', 'nistP521'])(
  'a version that a key of the curve %s signed is published',
  async (curve) => {
    const openpgp = await loadOpenpgp()
    const config = { rejectCurves: new Set<never>() }
    const { privateKey, publicKey } = await openpgp.generateKey({
      ...{ type: 'ecc' as const, curve, userIDs: [{ name: 'Release' }], format: 'object' as const, config },
    })
    const pair = await known(publicKey.armor())
    await registerKey(app, owner, acme.name, pair)
    const signature = await openpgp.sign({
      message: await openpgp.createMessage({ binary: signedSums }),
      signingKeys: privateKey,
      detached: true,
      format: 'binary',
      config,
    })
    const address = fresh(app)
    await releaseProvider(app, owner, address, pair, {
      uploads: { shasums: signedSums, signature: Buffer.from(signature as Uint8Array) },
    })
    expect(await errorOf(address)).toBeNull()
    expect(await listed(address)).toEqual(['1.0.0'])
  },
)

rule('§18 signing keys', 'A version that a key signed which has expired is published, as the CLI installs it')
test('a version is published by a key that has expired, whether it signed before or afterwards', async () => {
  const pair = await known(expiredKey)
  const [waiting, later] = [fresh(app), fresh(app)]
  await releaseProvider(app, owner, waiting, pair, {
    uploads: { shasums: signedSums, signature: signatureBeforeExpiry },
  })
  expect(await listed(waiting)).toEqual([])
  await registerKey(app, owner, acme.name, pair)
  await releaseProvider(app, owner, later, pair, {
    uploads: { shasums: signedSums, signature: signatureAfterExpiry },
  })
  for (const address of [waiting, later]) {
    expect(await errorOf(address)).toBeNull()
    expect(await listed(address)).toEqual(['1.0.0'])
  }
})

test('what a key signed before it was extended is good by the extended key', async () => {
  for (const signature of [signatureBeforeExpiry, signatureAfterExpiry])
    expect(await verifyDetachedSignature(extendedKey, signedSums, signature)).toBeUndefined()
})

test('what a key did not sign stays unpublished, also where it has expired', async () => {
  const address = fresh(app)
  const shasums = Buffer.from(signedSums.toString().replace('linux', 'Linux'))
  const pair = await known(expiredKey)
  await releaseProvider(app, owner, address, pair, { uploads: { shasums, signature: signatureAfterExpiry } })
  expect(await errorOf(address)).toBe(
    `The signature of SHA256SUMS is no binary detached signature of it by the key ${pair.keyId}`,
  )
  expect(await listed(address)).toEqual([])
})

rule(
  '§18 signing keys',
  'A signature with a digest that is not safe is not published, and the error names the digest',
)
test.each([
  ['SHA-1', sha1Signature],
  ['MD5', md5Signature],
])('a signature made with %s is refused by its name', async (digest, signature) => {
  const pair = await known(rsaKey)
  if (digest === 'SHA-1') await registerKey(app, owner, acme.name, pair)
  const address = fresh(app)
  await releaseProvider(app, owner, address, pair, { uploads: { shasums: signedSums, signature } })
  expect(await errorOf(address)).toMatch(
    new RegExp(`^The signature of SHA256SUMS is made with ${digest}, which is not safe`),
  )
  expect(await listed(address)).toEqual([])
})

rule('§18 signing keys', 'A key id may be the fingerprint, with 0x, in any case, or of a subkey')
test('versions are published by each way to name their key, also when it is registered last', async () => {
  const { publicKey, privateKey } = await generateKey({
    ...{ userIDs: [{ name: 'Release' }], subkeys: [{ sign: true }], format: 'armored' },
  })
  const key = await readKey({ armoredKey: publicKey })
  const pair = { armor: publicKey, secret: privateKey }
  const names = [key, ...key.subkeys].flatMap((each) => {
    const [id, fingerprint] = [each.getKeyID().toHex(), each.getFingerprint()]
    return [id, `0x${id.toUpperCase()}`, fingerprint, `0x${fingerprint.toUpperCase()}`]
  })
  const addresses: string[] = []
  for (const keyId of names) {
    const address = fresh(app)
    await releaseProvider(app, owner, address, { ...pair, keyId })
    expect(await errorOf(address)).toBe(`No signing key ${keyId} is registered in this namespace`)
    addresses.push(address)
  }
  await registerKey(app, owner, acme.name, { ...pair, keyId: key.getKeyID().toHex() })
  for (const address of addresses) expect(await listed(address)).toEqual(['1.0.0'])
  const later = fresh(app)
  await releaseProvider(app, owner, later, { ...pair, keyId: names.at(-1) ?? '' })
  expect(await listed(later)).toEqual(['1.0.0'])
})

rule('§18 signing keys', 'A mark or a folder before a name in SHA256SUMS is named in the error')
test.each(['*', './', '*./'])(
  'a line that names %sname is not published, and the error says so',
  async (mark) => {
    const pair = await newSigningKey()
    await registerKey(app, owner, acme.name, pair)
    const name = filenameOf('1.0.0', 'linux/amd64')
    const shasums = Buffer.from(`${sha256(zipOf('linux/amd64'))} ${mark}${name}\n`)
    const address = fresh(app)
    await releaseProvider(app, owner, address, pair, {
      uploads: { shasums, signature: await signatureOf(shasums, pair) },
    })
    const error = await errorOf(address)
    expect(error).toContain(`its line names ${mark}${name}, and the ${mark} before the name is in the way`)
    expect(await listed(address)).toEqual([])
  },
)
