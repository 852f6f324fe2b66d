import type { VerifySignature } from '../../domain/registry-providers/gpg-key.js'

/** In one file; each costs a verification. Who signs by several keys has two or three. */
const mostSignatures = 10

/** OpenPGP, with keys that GnuPG makes: RSA and Ed25519, by the key itself or a subkey. What cannot be read is no good. */
export const verifyDetachedSignature: VerifySignature = async (asciiArmor, signed, signature) => {
  const { createMessage, readKey, readSignature, verify } = await import('openpgp')
  try {
    const given = await readSignature({ binarySignature: signature })
    if (given.packets.length > mostSignatures) return false
    const { signatures } = await verify({
      message: await createMessage({ binary: signed }),
      signature: given,
      verificationKeys: await readKey({ armoredKey: asciiArmor }),
      format: 'binary',
    })
    return (await Promise.allSettled(signatures.map(({ verified }) => verified))).some(
      ({ status }) => status === 'fulfilled',
    )
  } catch {
    return false
  }
}
