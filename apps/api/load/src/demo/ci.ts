import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Services } from '#api/services.js'
import { anonymous } from '#api/kernel/actor.js'
import type { OperationContext } from '#api/kernel/context.js'
import type { Outbound } from '#api/kernel/outbound.js'
import type { SigningKey } from '../origin/signing.js'
import { addModuleVersion } from './modules.js'
import { addProviderVersion } from './providers.js'

/** A CI system that the site trusts. */
export interface SampleIssuer {
  readonly name: string
  readonly issuer: string
}

export interface SampleCiIdentity {
  readonly name: string
  /** Name of the team. */
  readonly team: string
  readonly claims: Readonly<Record<string, string>>
  readonly scopes: readonly string[]
  readonly releases: readonly SampleRelease[]
}

/** A publication by a repository's job: a version of an existing module, or of a provider that the job creates. */
interface SampleRelease {
  readonly repository: string
  readonly run: string
  readonly version: string
  readonly module?: { readonly name: string; readonly provider: string }
  readonly provider?: string
}

export interface SampleCi {
  /** Stands in for the issuer: nothing leaves while the sample is made. */
  readonly outbound: Outbound
  /** An ID token of a job with these claims, for a platform at this address. */
  tokenOf(now: Date, claims: Readonly<Record<string, string>>, audience: string): Promise<string>
}

export async function openSampleCi({ issuer }: SampleIssuer): Promise<SampleCi> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const keys = `${issuer}/.well-known/jwks`
  const documents: Readonly<Record<string, object>> = {
    [`${issuer}/.well-known/openid-configuration`]: { issuer, jwks_uri: keys },
    [keys]: { keys: [await exportJWK(publicKey)] },
  }
  return {
    outbound: {
      async open({ url }) {
        const text = JSON.stringify(documents[url.href])
        return { status: 200, headers: {}, url, body: Readable.from([Buffer.from(text)]) }
      },
    },
    tokenOf(now, claims, audience) {
      const madeAt = Math.floor(now.getTime() / 1000)
      const payload = { ...claims, iss: issuer, aud: audience, iat: madeAt, exp: madeAt + 300 }
      return new SignJWT(payload).setProtectedHeader({ alg: 'ES256' }).sign(privateKey)
    },
  }
}

/**
 * Claims that the CI system makes about a job that publishes a release, in addition to those that the identity names.
 */
function claimsOf({ repository, version, run }: SampleRelease) {
  const ref = `refs/tags/v${version}`
  return {
    sub: `repo:${repository}:ref:${ref}`,
    repository,
    ref,
    sha: createHash('sha1').update(`${repository} ${version}`).digest('hex'),
    workflow_ref: `${repository}/.github/workflows/publish.yml@${ref}`,
    run_id: run,
  }
}

interface SampleJobs {
  readonly organization: string
  readonly trustedIssuer: string
  readonly publicUrl: string
  readonly ci: SampleCi
  readonly key: SigningKey
  readonly seedFolder: string
}

/** The CI identities of an organization, and what was published by the jobs that came. */
export async function seedCiIdentities(
  services: Services,
  ctx: OperationContext,
  identities: readonly SampleCiIdentity[],
  jobs: SampleJobs,
): Promise<void> {
  const { organization, trustedIssuer, publicUrl, ci } = jobs
  for (const { team: name, releases, ...facts } of identities) {
    const { items } = await services.teams.list(ctx, organization, { names: [name] }, { number: 1, size: 1 })
    await services.ciIdentities.create(ctx, organization, facts, { trustedIssuer, team: items[0]?.id })
    for (const release of releases) {
      const claims = { ...facts.claims, ...claimsOf(release) }
      const idToken = await ci.tokenOf(ctx.clock.now(), claims, publicUrl)
      const exchange = { token: idToken, organization }
      const { token } = await services.tokenExchange.exchange({ ...ctx, actor: anonymous }, exchange)
      const job = { ...ctx, actor: await services.callers.find(ctx, token.id) }
      await publish(services, job, release, jobs)
      await services.tokens.delete(job, token.id)
    }
  }
}

async function publish(
  services: Services,
  job: OperationContext,
  { version, module, provider: name }: SampleRelease,
  { organization, key, seedFolder }: SampleJobs,
): Promise<void> {
  if (module) {
    const address = { namespace: organization, ...module }
    const { id } = (await services.moduleAccess.module(job, address, 'modules:publish')).module
    await addModuleVersion(services, job, id, version, `${seedFolder}modules/${module.name}`)
  }
  if (name !== undefined) {
    const facts = { registryName: 'private', namespace: organization, name }
    const { id } = await services.providers.create(job, organization, facts)
    await addProviderVersion(services, job, { id, name }, { version }, key)
  }
}
