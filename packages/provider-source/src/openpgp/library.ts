import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The library in the form that computes all curves itself: its form for Node.js leaves secp256k1 and the brainpool
 * curves to a package that it does not bring. Loaded by the first that needs it, since it is large and few processes do.
 */
export function loadOpenpgp(): Promise<typeof import('openpgp')> {
  const forNode = createRequire(import.meta.url).resolve('openpgp')
  const path = join(forNode, '..', '..', 'lightweight', 'openpgp.mjs')
  return import(/* @vite-ignore */ pathToFileURL(path).href) as Promise<typeof import('openpgp')>
}
