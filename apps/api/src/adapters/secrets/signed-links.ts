import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Claims, Keyring, LinkSigner } from '../../kernel/signing.js'

/** What a link may carry that is no claim: our own two, and what clients add to archive URLs or strip from them. */
const reserved = new Set(['expires', 'signature', 'checksum', 'archive'])

/**
 * Signs and verifies the links of one purpose. Every link carries exactly the claims named here.
 * Throws a TypeError for a claim whose name is taken, and when `sign` is given other claims.
 */
export function createLinkSigner(
  keyring: Keyring,
  purpose: string,
  claimNames: readonly string[] = ['caller'],
): LinkSigner {
  const names = [...claimNames].sort()
  for (const name of names) if (reserved.has(name)) throw new TypeError(`"${name}" cannot name a claim`)
  const keys = keyring.derive(`signed links: ${purpose}`)

  return {
    sign({ path, claims, expiresAt }) {
      if (Object.keys(claims).sort().join('\n') !== names.join('\n')) {
        throw new TypeError(`a link for "${purpose}" has exactly the claims ${names.join(', ')}`)
      }
      const expires = Math.floor(expiresAt.getTime() / 1000)
      const signature = signatureOf(keys.first, path, claims, names, expires)
      return new URLSearchParams({ ...claims, expires: String(expires), signature }).toString()
    },

    verify(path, query, now) {
      const claims: Record<string, string> = {}
      for (const name of names) {
        const value = only(query, name)
        if (value === undefined) return undefined
        claims[name] = value
      }
      const expires = only(query, 'expires')
      const signature = only(query, 'signature')
      if (signature === undefined || expires === undefined || !/^[1-9][0-9]{0,11}$/.test(expires))
        return undefined
      const genuine = keys.all
        .map((key) => sameText(signature, signatureOf(key, path, claims, names, Number(expires))))
        .includes(true)
      return genuine && now.getTime() < Number(expires) * 1000 ? claims : undefined
    },
  }
}

/** JSON keeps the parts apart, so that no path can be read as the beginning of a claim. */
function signatureOf(key: Buffer, path: string, claims: Claims, names: string[], expires: number): string {
  const signed = JSON.stringify([path, expires, names.map((name) => [name, claims[name]])])
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
