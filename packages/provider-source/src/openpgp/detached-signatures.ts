import type { AnyPacket, Key, Signature, SignaturePacket } from 'openpgp'
import { plainArmor } from '../armor.js'
import { notSigned, type RefusedSignature, type VerifySignature } from '../signatures.js'
import { loadOpenpgp } from './library.js'
import { unreadPartOf, verificationPolicy as config, wholePolicy } from './policy.js'

/**
 * Limit of the signatures in one file; each costs a verification. Who signs by several keys has two or three.
 */
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
    const unread = unreadPartOf(key)
    if (unread !== undefined)
      return { why: `is made by ${unread.what}, which no CLI reads`, advice: unread.advice }
    const [literal] = (await createMessage({ binary: signed })).packets
    if (!literal) return notSigned
    const signatures = await messageSignaturesOf(given)
    const verdicts = await Promise.allSettled(signatures.map((each) => requireGood(each, literal, key)))
    if (verdicts.some(({ status }) => status === 'fulfilled')) return undefined
    const own = given.packets.filter(({ issuerKeyID }) => key.getKeys(issuerKeyID).length > 0)
    const refusals = await Promise.all(own.map(refusalOf))
    return refusals.find((each) => each !== undefined) ?? notSigned
  } catch {
    return notSigned
  }
}

/** Facts of a detached signature that are known without its key. */
export interface DetachedSignature {
  /** Long ids of its signers, in capitals. */
  readonly signerIds: readonly string[]
  /** The reason why the CLI refuses each of its signatures, by any key; undefined if it may take one. */
  readonly refused: RefusedSignature | undefined
}

/** Reads a binary detached signature; undefined for anything else. */
export async function readDetachedSignature(signature: Buffer): Promise<DetachedSignature | undefined> {
  const { readSignature } = await loadOpenpgp()
  const given = await readSignature({ binarySignature: signature, config }).catch(() => undefined)
  if (!given || given.packets.length > mostSignatures) return undefined
  const signatures = await messageSignaturesOf(given)
  const refusals = await Promise.all(signatures.map(refusalOf))
  if (signatures.length === 0) return undefined
  return {
    signerIds: signatures.map(({ issuerKeyID }) => issuerKeyID.toHex().toUpperCase()),
    refused: refusals.includes(undefined) ? undefined : refusals[0],
  }
}

/** Signatures over a whole file; others, such as one over a key, say nothing of it. */
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
  const refusal = await refusalOf(given)
  if (refusal !== undefined) throw new Error(`the signature ${refusal.why}`)
  // The clock of who signs may be ahead of this one: the CLI takes it.
  const date = new Date(Math.max(Date.now(), created.getTime()))
  await given.verify(keyPacket, signatureType, literal, date, true, policy)
}

/** Tolerance for a signer's clock that is ahead, in milliseconds. */
const mostAhead = 24 * 60 * 60 * 1000

const otherDigest = 'sign again with SHA-256 or SHA-512'

/** Refusal of a signature that the CLI would not accept, whatever it signs; else undefined. */
async function refusalOf(given: SignaturePacket): Promise<RefusedSignature | undefined> {
  const { hash } = (await loadOpenpgp()).enums
  const digests = new Map<number, string>([
    [hash.md5, 'MD5, which is not safe'],
    [hash.sha1, 'SHA-1, which is not safe'],
    [hash.ripemd, 'RIPEMD-160, which is not safe'],
    [hash.sha3_256, 'SHA3-256, which no CLI reads'],
    [hash.sha3_512, 'SHA3-512, which no CLI reads'],
  ])
  const digest = digests.get(given.hashAlgorithm ?? 0)
  if (digest !== undefined) return { why: `is made with ${digest}`, advice: otherDigest }
  const end = given.getExpirationTime()
  if (end instanceof Date)
    return {
      why: `ends on ${end.toISOString().slice(0, 10)}, when the CLI refuses the version`,
      advice: 'sign again without an end (default-sig-expire 0)',
    }
  if (given.created !== null && given.created.getTime() > Date.now() + mostAhead)
    return {
      why: `is of ${given.created.toISOString()}, which is still to come`,
      advice: 'set the clock of the machine that signs, and sign again',
    }
  return undefined
}
