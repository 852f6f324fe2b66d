import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keyring, Sealer } from '../../kernel/signing.js'

const algorithm = 'aes-256-gcm'
const sizes = { nonce: 12, tag: 16 }

/** Seals by AES-256-GCM with the keys of one purpose: the first seals, all of them open. */
export function createSealer(keyring: Keyring, purpose: string): Sealer {
  const keys = keyring.derive(purpose)
  return {
    seal(text, about) {
      const nonce = randomBytes(sizes.nonce)
      const cipher = createCipheriv(algorithm, keys.first, nonce).setAAD(Buffer.from(about))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(value, about) {
      const bytes = Buffer.from(value, 'base64url')
      for (const key of keys.all) {
        const text = openWith(key, bytes, about)
        if (text !== undefined) return text
      }
      return undefined
    },
  }
}

function openWith(key: Buffer, bytes: Buffer, about: string): string | undefined {
  if (bytes.length < sizes.nonce + sizes.tag) return undefined
  const rest = bytes.subarray(sizes.nonce)
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, sizes.nonce))
  decipher.setAAD(Buffer.from(about)).setAuthTag(rest.subarray(0, sizes.tag))
  try {
    return Buffer.concat([decipher.update(rest.subarray(sizes.tag)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
