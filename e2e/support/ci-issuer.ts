import { createSign, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A CI system that signs tokens for its jobs, of GitHub's kind. */
export interface CiIssuer {
  readonly url: string
  /** The ID token of a job, for this audience, with these claims. */
  token(audience: string, claims: Readonly<Record<string, string>>): string
  close(): void
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Starts it on this machine, which a platform asks only with `EGRESS_ALLOW`. */
export async function startCiIssuer(): Promise<CiIssuer> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const kid = 'twin'
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }]
  const server = createServer((request, response) => {
    const document = request.url === '/jwks' ? { keys } : { issuer: url, jwks_uri: `${url}/jwks` }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(document))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let count = 0
  return {
    url,
    token(audience, claims) {
      const now = Math.floor(Date.now() / 1000)
      const times = { iat: now, exp: now + 600, jti: `job-${++count}` }
      const signed = [
        { alg: 'RS256', kid, typ: 'JWT' },
        { iss: url, aud: audience, ...times, ...claims },
      ]
        .map(encoded)
        .join('.')
      return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey).toString('base64url')}`
    },
    close: () => (server.closeAllConnections(), server.close()),
  }
}
