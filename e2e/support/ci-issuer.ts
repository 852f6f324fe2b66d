import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Variables } from './cli.js'

/** Claims about a job, in addition to those of every token. */
export type JobClaims = Readonly<Record<string, string>>

/** The CI of another company: its jobs ask it for ID tokens, as GitHub's do. */
export interface CiIssuer {
  readonly url: string
  /** An ID token of a job for this audience. */
  token(audience: string, claims: JobClaims): string
  /** The variables of a job, with which the program requests its tokens. */
  variablesOf(claims: JobClaims): Variables
  close(): Promise<void>
}

/** The settings of a platform that may ask it over plain http. */
export const ciSettings = { EGRESS_ALLOW: '127.0.0.1' }

export const releaseOf = (repository: string): JobClaims => ({
  sub: `repo:${repository}:ref:refs/tags/v1.0.0`,
  repository,
  ref: 'refs/tags/v1.0.0',
  sha: 'c0ffee0ddba11',
  workflow_ref: `${repository}/.github/workflows/release.yml@refs/tags/v1.0.0`,
  run_id: '99',
})

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
const runnerSecret = 'of-the-runner'

export async function startCiIssuer(): Promise<CiIssuer> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'ci', alg: 'ES256', use: 'sig' }] }
  let count = 0
  const token = (audience: string, claims: JobClaims): string => {
    const now = Math.floor(Date.now() / 1000)
    const payload = { iss: url, aud: audience, iat: now, exp: now + 300, jti: `job-${++count}`, ...claims }
    const signed = `${encoded({ alg: 'ES256', kid: 'ci', typ: 'JWT' })}.${encoded(payload)}`
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    return `${signed}.${signature.toString('base64url')}`
  }
  const server = createServer(({ url: path = '/', headers }, res) => {
    const { pathname, searchParams } = new URL(path, url)
    if (pathname === '/.well-known/openid-configuration')
      return sendJson(res, { issuer: url, jwks_uri: `${url}/jwks` })
    if (pathname === '/jwks') return sendJson(res, jwks)
    if (headers.authorization?.toLowerCase() !== `bearer ${runnerSecret}`)
      return void res.writeHead(401).end()
    const claims = JSON.parse(searchParams.get('job') ?? '{}') as JobClaims
    sendJson(res, { value: token(searchParams.get('audience') ?? '', claims) })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    token,
    variablesOf: (claims) => ({
      ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/token?job=${encodeURIComponent(JSON.stringify(claims))}`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: runnerSecret,
    }),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

const sendJson = (res: ServerResponse, body: object): void =>
  void res.setHeader('content-type', 'application/json').end(JSON.stringify(body))
