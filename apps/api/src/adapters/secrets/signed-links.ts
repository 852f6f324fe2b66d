import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keyring, LinkSigner } from '../../kernel/signing.js'

/** Signs and verifies the links of one purpose. */
export function createLinkSigner(keyring: Keyring, purpose: string): LinkSigner {
  const keys = keyring.derive(`signed links: ${purpose}`)

  return {
    sign({ path, caller, expiresAt }) {
      const expires = Math.floor(expiresAt.getTime() / 1000)
      const signature = signatureOf(keys.first, path, caller, expires)
      return new URLSearchParams({ caller, expires: String(expires), signature }).toString()
    },

    verify(path, query, now) {
      const [caller, expires, signature] = ['caller', 'expires', 'signature'].map((name) => only(query, name))
      if (caller === undefined || signature === undefined) return undefined
      if (expires === undefined || !/^[1-9][0-9]{0,11}$/.test(expires)) return undefined
      const genuine = keys.all
        .map((key) => sameText(signature, signatureOf(key, path, caller, Number(expires))))
        .includes(true)
      return genuine && now.getTime() < Number(expires) * 1000 ? caller : undefined
    },
  }
}

/** JSON keeps the parts apart, so that no path can be read as the beginning of a caller. */
function signatureOf(key: Buffer, path: string, caller: string, expires: number): string {
  const signed = JSON.stringify([path, expires, [['caller', caller]]])
  return createHmac('sha256', key).update(signed).digest('base64url')
}

/** A parameter that comes twice says nothing: a later reader of the link might take the other one. */
function only(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name)
  return values.length === 1 ? values[0] : undefined
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
