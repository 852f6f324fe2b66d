import type { Config, Key, PartialConfig } from 'openpgp'
import { loadOpenpgp } from './library.js'

/**
 * Policy that accepts what the engine's CLI does: DSA and every curve too. Unsafe digests stay refused, for
 * signatures as the library does by itself. For public keys and detached signatures alone; nothing here makes
 * a key or decrypts.
 */
export const verificationPolicy = {
  minRSABits: 1024,
  rejectPublicKeyAlgorithms: new Set(),
  rejectCurves: new Set(),
  allowMissingKeyFlags: true,
} satisfies PartialConfig

/** Policy for the methods of a key, which add nothing to what they are given. */
export async function wholePolicy(): Promise<Config> {
  const { config } = await loadOpenpgp()
  return { ...config, ...verificationPolicy }
}

/** Algorithms that RFC 9580 added, by their names; the CLI reads only the older EdDSA keys. */
const unreadAlgorithms: Readonly<Record<string, string>> = {
  x25519: 'X25519 (25)',
  x448: 'X448 (26)',
  ed25519: 'Ed25519 (27)',
  ed448: 'Ed448 (28)',
}

/** Finds what the CLI cannot read of a key, and advice; undefined if it reads all. */
export function unreadPartOf(key: Key): { readonly what: string; readonly advice: string } | undefined {
  for (const { keyPacket } of [key, ...key.subkeys]) {
    if (keyPacket.version !== 4)
      return { what: `a key of version ${keyPacket.version}`, advice: 'make one of version 4' }
    const algorithm = unreadAlgorithms[keyPacket.getAlgorithmInfo().algorithm]
    if (algorithm !== undefined)
      return {
        what: `a key of the algorithm ${algorithm} of RFC 9580`,
        advice: 'make one of RSA, or of EdDSA as GnuPG makes it (22)',
      }
  }
  return undefined
}
