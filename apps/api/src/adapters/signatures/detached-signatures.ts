import type { Key, Signature } from 'openpgp'
import { notSigned, plainArmor, type VerifySignature } from '../../domain/registry-providers/gpg-key.js'
import { loadOpenpgp, verificationPolicy as config } from './openpgp.js'

/** In one file; each costs a verification. Who signs by several keys has two or three. */
const mostSignatures = 10

/** OpenPGP, by the key itself or a subkey. What cannot be read is no good. */
export const verifyDetachedSignature: VerifySignature = async (asciiArmor, signed, signature) => {
  const { createMessage, readKey, readSignature, verify } = await loadOpenpgp()
  try {
    const given = await readSignature({ binarySignature: signature, config })
    if (given.packets.length > mostSignatures) return notSigned
    const key = await readKey({ armoredKey: plainArmor(asciiArmor), config })
    const { signatures } = await verify({
      message: await createMessage({ binary: signed }),
      signature: given,
      verificationKeys: key,
      format: 'binary',
      config,
    })
    const verdicts = await Promise.allSettled(signatures.map(({ verified }) => verified))
    if (verdicts.some(({ status }) => status === 'fulfilled')) return undefined
    const digest = await unsafeDigestOf(given, key)
    return digest === undefined ? notSigned : { digest }
  } catch {
    return notSigned
  }
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
