import type { AnyPacket, Key, Signature, SignaturePacket } from 'openpgp'
import { notSigned, plainArmor, type VerifySignature } from '../../domain/registry-providers/gpg-key.js'
import { loadOpenpgp, verificationPolicy as config, wholePolicy } from './openpgp.js'

/** In one file; each costs a verification. Who signs by several keys has two or three. */
const mostSignatures = 10

/**
 * OpenPGP, by the key itself or a subkey. What cannot be read is no good. As for the CLI, a key that has expired still
 * counts, whenever it signed; one that is revoked does not, nor does a signature that has itself expired.
 */
export const verifyDetachedSignature: VerifySignature = async (asciiArmor, signed, signature) => {
  const { createMessage, readKey, readSignature } = await loadOpenpgp()
  try {
    const given = await readSignature({ binarySignature: signature, config })
    if (given.packets.length > mostSignatures) return notSigned
    const key = await readKey({ armoredKey: plainArmor(asciiArmor), config })
    const [literal] = (await createMessage({ binary: signed })).packets
    if (!literal) return notSigned
    const signatures = await messageSignaturesOf(given)
    const verdicts = await Promise.allSettled(signatures.map((each) => requireGood(each, literal, key)))
    if (verdicts.some(({ status }) => status === 'fulfilled')) return undefined
    const digest = await unsafeDigestOf(given, key)
    return digest === undefined ? notSigned : { digest }
  } catch {
    return notSigned
  }
}

/** Those over a whole file; others, such as one over a key, say nothing of it. */
async function messageSignaturesOf({ packets }: Signature): Promise<SignaturePacket[]> {
  const { enums } = await loadOpenpgp()
  const { binary, text } = enums.signature
  return packets
    .filterByTag(enums.packet.signature)
    .filter(({ signatureType }) => signatureType === binary || signatureType === text)
}

/** Throws unless it is. The library's own check refuses what a key signed after it had expired. */
async function requireGood(given: SignaturePacket, literal: AnyPacket, key: Key): Promise<void> {
  const policy = await wholePolicy()
  const { keyPacket } = await key.getSigningKey(given.issuerKeyID, null, undefined, policy)
  const { signatureType, created } = given
  if (signatureType === null || created === null) throw new Error('the signature has no type or no time')
  if (created < keyPacket.created) throw new Error('the signature is older than the key')
  await given.verify(keyPacket, signatureType, literal, new Date(), true, policy)
}

/** The digest that is not safe, of a signature that is of this key. */
async function unsafeDigestOf(given: Signature, key: Key): Promise<string | undefined> {
  const { enums } = await loadOpenpgp()
  const names = new Map<number, string>([
    [enums.hash.md5, 'MD5'],
    [enums.hash.sha1, 'SHA-1'],
    [enums.hash.ripemd, 'RIPEMD-160'],
  ])
  const own = given.packets.filter(({ issuerKeyID }) => key.getKeys(issuerKeyID).length > 0)
  return own.map(({ hashAlgorithm }) => names.get(hashAlgorithm ?? 0)).find((name) => name !== undefined)
}
