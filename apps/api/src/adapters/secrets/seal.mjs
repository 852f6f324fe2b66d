// @ts-check
// Sealing as threads do it too, which have keys and no keyring.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const sizes = { nonce: 12, tag: 16 }

/**
 * The nonce, the tag, and what was sealed with them; `about` binds it to its owner.
 *
 * @param {Uint8Array} key
 * @param {Uint8Array | string} content
 * @param {string} about
 */
export function sealWith(key, content, about) {
  const nonce = randomBytes(sizes.nonce)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([
    typeof content === 'string' ? cipher.update(content, 'utf8') : cipher.update(content),
    cipher.final(),
  ])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/**
 * Opens what was sealed; undefined if this key does not open it, or it is about something else.
 * @param {Uint8Array} key
 * @param {Uint8Array} bytes
 * @param {string} about
 */
export function openWith(key, bytes, about) {
  if (bytes.length < sizes.nonce + sizes.tag) return undefined
  const rest = bytes.subarray(sizes.nonce)
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, sizes.nonce))
  decipher.setAAD(Buffer.from(about)).setAuthTag(rest.subarray(0, sizes.tag))
  try {
    return Buffer.concat([decipher.update(rest.subarray(sizes.tag)), decipher.final()])
  } catch {
    return undefined
  }
}
