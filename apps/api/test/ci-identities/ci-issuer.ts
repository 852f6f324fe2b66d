import type { RequestListener, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose'
import type { Clock } from '../../src/kernel/clock.js'
import type { TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { serve } from '../outbound.js'
import { as, must, type RestOptions } from '../rest.js'

/** Hosts of twins, which are asked over plain http. */
export const allowed = { EGRESS_ALLOW: '127.0.0.1' }

export const audience = 'http://registry.test'

interface SigningKey {
  readonly alg: string
  readonly kid: string
  readonly privateKey: CryptoKey
  readonly jwk: JWK
}

export async function signingKey(alg = 'RS256', kid = `key ${alg}`): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { alg, kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}

/** A test may give a claim a value that none should have. */
export type GivenClaims = Readonly<Record<string, unknown>>

export interface CiIssuer {
  readonly url: string
  /** The paths that it was asked for. */
  readonly asked: string[]
  /** The keys of its document. */
  keys: object[]
  readonly key: SigningKey
  /** Handler that replaces its documents; undefined: none. */
  instead: RequestListener | undefined
  /** Promise that it awaits before it answers. */
  until: Promise<void> | undefined
  /** A token of a job, with these claims in place of the usual ones; undefined leaves one out. */
  token(claims?: GivenClaims, options?: { key?: SigningKey; header?: object }): Promise<string>
}

const sendJson = (res: ServerResponse, body: object): void =>
  void res.setHeader('Content-Type', 'application/json').end(JSON.stringify(body))

/** An issuer of GitHub's kind, whose clock is that of the app. */
export async function startIssuer({ clock }: { readonly clock: Pick<Clock, 'now'> }): Promise<CiIssuer> {
  const key = await signingKey()
  const asked: string[] = []
  const answer: RequestListener = (req, res) => {
    if (issuer.instead) return issuer.instead(req, res)
    if (req.url === '/.well-known/openid-configuration')
      return sendJson(res, { issuer: upstream.url, jwks_uri: `${upstream.url}/jwks` })
    sendJson(res, { keys: issuer.keys })
  }
  const upstream = await serve((req, res) => {
    asked.push(req.url ?? '')
    void Promise.resolve(issuer.until).then(() => answer(req, res))
  })
  let count = 0
  const issuer: CiIssuer = {
    url: upstream.url,
    asked,
    keys: [key.jwk],
    key,
    instead: undefined,
    until: undefined,
    async token(claims = {}, { key: by = key, header = {} } = {}) {
      const now = Math.floor(clock.now().getTime() / 1000)
      const payload = {
        iss: upstream.url,
        aud: audience,
        iat: now,
        exp: now + 300,
        jti: `job ${++count}`,
        ...jobOf('acme/network'),
        ...claims,
      }
      return new SignJWT(payload)
        .setProtectedHeader({ alg: by.alg, kid: by.kid, typ: 'JWT', ...header })
        .sign(by.privateKey)
    },
  }
  return issuer
}

/** GitHub's claims about a job. */
export const jobOf = (repository: string) => ({
  sub: `repo:${repository}:ref:refs/tags/v1.0.0`,
  repository,
  repository_id: '42',
  repository_owner_id: '7',
  ref: 'refs/tags/v1.0.0',
  ref_type: 'tag',
  sha: 'c0ffee',
  workflow_ref: `${repository}/.github/workflows/release.yml@refs/tags/v1.0.0`,
  run_id: '99',
})

/** Trusts an issuer; its id. */
export async function trust(
  app: TestApp,
  administrator: Person,
  issuer: string,
  attributes: object = {},
): Promise<string> {
  const body = {
    data: { type: 'trusted-issuers', attributes: { name: 'CI', issuer, kind: 'github', ...attributes } },
  }
  const answer = await as(app, administrator).post('/admin/trusted-issuers', { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data.id as string
}

interface NewIdentity {
  readonly issuer: string
  readonly team: string
  readonly [attribute: string]: unknown
}

export function identityBody({ issuer, team, ...attributes }: Partial<NewIdentity>): object {
  const relationships = {
    ...(issuer !== undefined && { 'trusted-issuer': { data: { id: issuer, type: 'trusted-issuers' } } }),
    ...(team !== undefined && { team: { data: { id: team, type: 'teams' } } }),
  }
  return { data: { type: 'ci-identities', attributes, relationships } }
}

const usual = {
  name: 'release',
  claims: { repository: 'acme/network', ref: 'refs/tags/v*' },
  scopes: ['publish:acme/network/aws'],
}

/** Makes a CI identity; its id. */
export async function identify(
  app: TestApp,
  owner: Person,
  organization: string,
  identity: NewIdentity,
): Promise<string> {
  const body = identityBody({ ...usual, ...identity })
  const answer = await as(app, owner).post(`/organizations/${organization}/ci-identities`, { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data.id as string
}

/** Exchanges a token of a job for one of acme, unless the body names another organization or none. */
export const exchange = (app: TestApp, body: object, headers: RestOptions['headers'] = {}) =>
  as(app, undefined).post('/authentication-tokens/actions/exchange', {
    body: { organization: 'acme', ...body },
    headers: { 'Content-Type': 'application/json', ...headers },
  })

/** A platform whose organization acme has an identity for the releases of its repository. */
export async function acmeWithCi(app: TestApp) {
  const administrator = await app.make.administrator()
  const owner = await app.make.user('owner')
  const acme = await app.make.organization(owner, 'acme')
  const team = await app.make.team(owner, acme, { name: 'publishers' })
  const rights = { 'manage-modules': true, 'manage-providers': true, 'manage-workspaces': true }
  await must(
    as(app, owner).patch(`/teams/${team.id}`, {
      body: { data: { type: 'teams', attributes: { 'organization-access': rights } } },
    }),
  )
  const issuer = await startIssuer(app)
  const issuerId = await trust(app, administrator, issuer.url)
  const identityId = await identify(app, owner, 'acme', { issuer: issuerId, team: team.id })
  return { administrator, owner, acme, team, issuer, issuerId, identityId }
}
