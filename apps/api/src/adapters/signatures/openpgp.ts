import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Config, PartialConfig } from 'openpgp'

/**
 * The library in the form that computes all curves itself: its form for Node.js leaves secp256k1 and the brainpool
 * curves to a package that it does not bring. Loaded by the first that needs it, since it is large and few processes do.
 */
export function loadOpenpgp(): Promise<typeof import('openpgp')> {
  const forNode = createRequire(import.meta.url).resolve('openpgp')
  const path = join(forNode, '..', '..', 'lightweight', 'openpgp.mjs')
  return import(/* @vite-ignore */ pathToFileURL(path).href) as Promise<typeof import('openpgp')>
}

/**
 * What the engine's CLI accepts: DSA and every curve too. Digests that are not safe stay refused, for signatures as the
 * library does by itself. For public keys and detached signatures alone; nothing here makes a key or decrypts.
 */
export const verificationPolicy = {
  minRSABits: 1024,
  rejectPublicKeyAlgorithms: new Set(),
  rejectCurves: new Set(),
  allowMissingKeyFlags: true,
} satisfies PartialConfig

/** For the methods of a key, which add nothing to what they are given. */
export async function wholePolicy(): Promise<Config> {
  const { config } = await loadOpenpgp()
  return { ...config, ...verificationPolicy }
}
