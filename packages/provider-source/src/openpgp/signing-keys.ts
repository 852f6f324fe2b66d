import type { Config, Key, PublicKey } from 'openpgp'
import { plainArmor } from '../armor.js'
import type { DescribeSigningKey, ReadSigningKey, UnusableKey } from '../signatures.js'
import { loadOpenpgp } from './library.js'
import { unreadPartOf, verificationPolicy as config, wholePolicy } from './policy.js'

/**
 * Limit of the names and subkeys of a key: each is bound by signatures that have to be verified when it is
 * shown.
 */
const mostBindings = 50

const bindingsOf = ({ users, subkeys }: PublicKey): number =>
  [...users.map((each) => each.selfCertifications), ...subkeys.map((each) => each.bindingSignatures)].flat()
    .length

const refused = (why?: string): UnusableKey => ({ unusable: true, why })

/** A whole text reads as one block each, of which the library would read the first alone. */
const mostBlocks = 10
const begin = /(?=-----BEGIN PGP)/

/**
 * Reads an OpenPGP public key as it is exported with `--armor`, and refuses one that cannot serve for
 * publishing. Refuses a private key: only its owner may have it. The first call loads the library, since it
 * is large and few processes need it.
 */
export const readSigningKey: ReadSigningKey = async (asciiArmor) => {
  const blocks = plainArmor(asciiArmor)
    .split(begin)
    .filter((block) => block.startsWith('-----BEGIN PGP'))
  if (blocks.length > mostBlocks) return refused('holds many keys: register each by itself')
  const { readKeys } = await loadOpenpgp()
  const read = await Promise.all(
    blocks.map((armoredKeys) => readKeys({ armoredKeys, config }).catch((error: unknown) => String(error))),
  )
  const unread = read.find((each) => typeof each === 'string')
  const keys = read.flatMap((each) => (typeof each === 'string' ? [] : each))
  const [key, ...others] = keys
  if (others.length > 0) return refused(severalOf(keys))
  if (unread !== undefined && otherVersion.test(unread))
    return refused('holds a key of another version than 4, which no CLI reads: make one of version 4')
  if (unread !== undefined && /unknown|unsupported/i.test(unread)) return refused(strange)
  if (!key || unread !== undefined || key.isPrivate()) return refused()
  if (bindingsOf(key) > mostBindings)
    return refused(
      `holds more than ${mostBindings} names and subkeys: export it without the signatures of others`,
    )
  const part = unreadPartOf(key)
  if (part !== undefined) return refused(`holds ${part.what}, which no CLI reads: ${part.advice}`)
  const why = await whyUnusable(key, await wholePolicy())
  return why === undefined ? { keyId: idOf(key) } : refused(why)
}

/** The library's words for a key that it does not read. */
const otherVersion = /v5 entities|version \d+ of the key packet/i

const strange =
  'holds a key of an algorithm that is not supported: use RSA, DSA, Ed25519 or ECDSA with a NIST, brainpool or secp256k1 curve'

function severalOf(keys: readonly Key[]): string {
  const different = new Set(keys.map((key) => key.getFingerprint())).size
  return different === 1
    ? 'holds the same key twice: send it once'
    : `holds ${different} keys: register each by itself`
}

/** Undefined for a key that signs, or did until it expired: the CLI accepts its signatures all the same. */
async function whyUnusable(key: Key, policy: Config): Promise<string | undefined> {
  if (await key.isRevoked()) return 'holds a key that is revoked'
  const fault = await key.getSigningKey(undefined, null, undefined, policy).then(
    () => undefined,
    (error: unknown) => String(error),
  )
  if (fault === undefined) return undefined
  if (/too weak|unsupported|unknown/i.test(fault)) return strange
  return 'holds a key that cannot sign: it has no valid part for signing'
}

const idOf = (key: Pick<Key, 'getKeyID'>): string => key.getKeyID().toHex().toUpperCase()

const most = 20

export const describeSigningKey: DescribeSigningKey = async (asciiArmor) => {
  const { readKey } = await loadOpenpgp()
  const key = await readKey({ armoredKey: plainArmor(asciiArmor), config })
  const expiry = await key.getExpirationTime(undefined, await wholePolicy()).catch(() => null)
  return {
    userIds: key.getUserIDs().slice(0, most),
    expiresAt: expiry instanceof Date ? expiry : null,
    signerIds: key.getKeys().slice(0, most).map(idOf),
  }
}
