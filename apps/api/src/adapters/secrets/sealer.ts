import type { Keyring, Sealer } from '../../kernel/signing.js'
import { openWith, sealWith } from './seal.mjs'

/** Seals by AES-256-GCM with the keys of one purpose: the first seals, all of them open. */
export function createSealer(keyring: Keyring, purpose: string): Sealer {
  const keys = keyring.derive(purpose)
  const openBytes = (value: Uint8Array, about: string): Buffer | undefined => {
    for (const key of keys.all) {
      const opened = openWith(key, value, about)
      if (opened !== undefined) return opened
    }
    return undefined
  }
  return {
    seal: (text, about) => sealWith(keys.first, text, about).toString('base64url'),
    open: (value, about) => openBytes(Buffer.from(value, 'base64url'), about)?.toString('utf8'),
    sealBytes: (bytes, about) => sealWith(keys.first, bytes, about),
    openBytes,
  }
}
