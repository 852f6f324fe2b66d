// @ts-check
// Sealing as threads do it too, which have one key and no keyring.
import { createCipheriv, randomBytes } from 'node:crypto'

export const algorithm = 'aes-256-gcm'
export const sizes = { nonce: 12, tag: 16 }

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
