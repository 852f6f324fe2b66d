import { verifyDetachedSignature } from '@engine/provider-source/detached-signatures'
import { loadOpenpgp } from '@engine/provider-source/openpgp'
import { rule } from '@engine/shared/rule'
import { generateKey, readKey, type EllipticCurveName } from 'openpgp'
import { expect, test } from 'vitest'
import {
  dsaKey,
  dsaSignature,
  endingKey,
  endingSignature,
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
    const shasums = Buffer.from(`${sha256(zipOf('linux/amd64'))} ${mark === './' ? ' ' : ''}${mark}${name}\n`)
    const address = fresh(app)
    await releaseProvider(app, owner, address, pair, {
      uploads: { shasums, signature: await signatureOf(shasums, pair) },
    })
    const error = await errorOf(address)
    expect(error).toContain(`its line names ${mark}${name}, and the ${mark} before the name is in the way`)
    expect(await listed(address)).toEqual([])
  },
)

const sum = sha256(zipOf('linux/amd64'))
const name = filenameOf('1.0.0', 'linux/amd64')
const other = `${'ab'.repeat(32)}  terraform-provider-cloud_1.0.0_manifest.json`

/** Publishes a version with this SHA256SUMS, signed as it is. */
async function releaseWith(shasums: string): Promise<string> {
  const pair = await newSigningKey()
  await registerKey(app, owner, acme.name, pair)
  const address = fresh(app)
  const bytes = Buffer.from(shasums)
  const signature = await signatureOf(bytes, pair)
  await releaseProvider(app, owner, address, pair, { uploads: { shasums: bytes, signature } })
  return address
}

rule('§19 files of providers', 'Each line of SHA256SUMS is a checksum in either case, two blanks and a name')
test.each<[string, string]>([
  ['in capitals', `${sum.toUpperCase()}  ${name}\n${other}\n`],
  ['with line ends of Windows', `${other}\r\n${sum}  ${name}\r\n`],
  ['without a last line end', `${sum}  ${name}`],
  ['with a mark before the name of another file', `${sum}  ${name}\n${other.replace('  ', ' *')}\n`],
])('SHA256SUMS %s is published', async (_, shasums) => {
  const address = await releaseWith(shasums)
  expect(await errorOf(address)).toBeNull()
  expect(await listed(address)).toEqual(['1.0.0'])
})

test.each<[string, string, RegExp]>([
  ['a comment', `${sum}  ${name}\n# made by a script, on Monday\n`, /^Line 2 of SHA256SUMS is not /],
  ['one blank', `${other}\n${sum} ${name}\n`, /^Line 2 of SHA256SUMS is not /],
  ['a tab', `${sum}\t${name}\n`, /^Line 1 of SHA256SUMS is not /],
  ['a blank of no ASCII', `${sum}\u00a0 ${name}\n`, /^Line 1 of SHA256SUMS is not /],
  ['a SHA-512', `${sum}  ${name}\n${'ab'.repeat(64)}  other.zip\n`, /^Line 2 of SHA256SUMS is not /],
  ['a name with a blank', `${sum}  ${name}\n${other} 2\n`, /^Line 2 of SHA256SUMS is not /],
  ['a byte order mark', `\u{feff}${sum}  ${name}\n`, /^SHA256SUMS begins with a byte order mark \(line 1\)/],
])('SHA256SUMS with %s is not published, and the error names the line', async (_, shasums, error) => {
  const address = await releaseWith(shasums)
  expect(await errorOf(address)).toMatch(error)
  expect(await listed(address)).toEqual([])
})

rule('§19 files of providers', 'Signatures that end, and digests of the SHA-3 family, are refused by name')
test.each(['sha3_256', 'sha3_512'] as const)(
  'a signature made with %s is refused by its name',
  async (hash) => {
    const openpgp = await loadOpenpgp()
    const { privateKey, publicKey } = await openpgp.generateKey({
      ...{ type: 'ecc' as const, curve: 'nistP256' as const },
      ...{ userIDs: [{ name: 'Release' }], format: 'object' as const },
    })
    const preferredHashAlgorithm = openpgp.enums.hash[hash]
    const signature = await openpgp.sign({
      message: await openpgp.createMessage({ binary: signedSums }),
      ...{ signingKeys: privateKey, detached: true, format: 'binary', config: { preferredHashAlgorithm } },
    })
    const pair = await known(publicKey.armor())
    await registerKey(app, owner, acme.name, pair)
    const address = fresh(app)
    await releaseProvider(app, owner, address, pair, {
      uploads: { shasums: signedSums, signature: Buffer.from(signature as Uint8Array) },
    })
    const name = hash.toUpperCase().replace('_', '-')
    expect(await errorOf(address)).toBe(
      `The signature of SHA256SUMS is made with ${name}, which no CLI reads: sign again with SHA-256 or SHA-512`,
    )
    expect(await listed(address)).toEqual([])
  },
)

test('a signature that ends is refused, though it has not ended yet', async () => {
  const pair = await known(endingKey)
  await registerKey(app, owner, acme.name, pair)
  const address = fresh(app)
  await releaseProvider(app, owner, address, pair, {
    uploads: { shasums: signedSums, signature: endingSignature },
  })
  expect(await errorOf(address)).toMatch(
    /^The signature of SHA256SUMS ends on \d{4}-\d\d-\d\d, when the CLI refuses the version: /,
  )
  expect(await listed(address)).toEqual([])
})
