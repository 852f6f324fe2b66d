import { Readable } from 'node:stream'
import type { Services } from '#api/services.js'
import type { ProviderFileAddress } from '#api/domain/registry-providers/provider-files.service.js'
import type { OperationContext } from '#api/kernel/context.js'
import { providerZip, sha256 } from '../origin/provider-zip.js'
import { newSigningKey, signatureOf, type SigningKey } from '../origin/signing.js'
import { organizationActor } from './organization-actor.js'
import { seedDocs } from './provider-docs.js'
import { daysAgo, oftenOn } from './traffic.js'

export interface SampleProvider extends SampleLifecycle {
  readonly registryName: 'public' | 'private'
  readonly namespace: string
  readonly name: string
  readonly sourceUrl?: string
  /** True if its versions have documentation. */
  readonly isDocumented?: boolean
  /** Downloads a day by organization, some of which went to each version. */
  readonly downloads?: Readonly<Record<string, number>>
  readonly versions?: readonly SampleProviderVersion[]
}

interface SampleProviderVersion extends SampleLifecycle {
  readonly version: string
  /** True if it still waits for its files. */
  readonly isWaiting?: boolean
}

/** Lifecycle of a version, or of all versions. */
export interface SampleLifecycle {
  readonly status?: 'Deprecated' | 'Revoked'
  readonly reason?: string
  readonly link?: string
}

/** The providers of an organization, with the key that signs all of their versions. */
export async function seedProviders(
  services: Services,
  ctx: OperationContext,
  organization: string,
  providers: readonly SampleProvider[],
): Promise<SigningKey> {
  const key = await newSigningKey('ed25519', organization)
  await services.gpgKeys.create(ctx, { namespace: organization, asciiArmor: key.armor })
  for (const each of providers) {
    const { versions = [], status, reason, link, isDocumented, downloads = {}, ...facts } = each
    const { id } = await services.providers.create(ctx, organization, facts)
    for (const version of versions) {
      const versionId = await addProviderVersion(services, ctx, { id, name: facts.name }, version, key)
      if (isDocumented) await seedDocs(services, ctx, versionId, version === versions.at(-1))
    }
    await seedDownloads(services, ctx, facts, downloads)
    const deprecation = { 'deprecated-status': status, reason, link }
    if (status) await services.providers.update(ctx, id, { deprecation })
  }
  return key
}

export async function addProviderVersion(
  services: Services,
  ctx: OperationContext,
  { id, name }: { readonly id: string; readonly name: string },
  { version, isWaiting = false, status, reason, link }: SampleProviderVersion,
  key: SigningKey,
): Promise<string> {
  const upload = (address: ProviderFileAddress, bytes: string | Uint8Array) =>
    services.providerFiles.upload(ctx, address, Readable.from([Buffer.from(bytes)]))
  const access = await services.providerVersions.create(ctx, id, {
    version,
    keyId: key.keyId,
    protocols: ['5.0'],
  })
  const lines: string[] = []
  for (const arch of ['amd64', 'arm64']) {
    const filename = `engine-provider-${name}_${version}_linux_${arch}.zip`
    const zip = providerZip(name, version, arch)
    const shasum = sha256(zip)
    lines.push(`${shasum}  ${filename}\n`)
    const facts = { os: 'linux', arch, filename, shasum }
    const { platform } = await services.providerVersions.createPlatform(ctx, access, facts)
    if (!isWaiting) await upload({ ownerId: platform.id, kind: 'binary' }, zip)
  }
  if (isWaiting) return access.version.id
  const shasums = Buffer.from(lines.join(''))
  await upload({ ownerId: access.version.id, kind: 'shasums' }, shasums)
  await upload({ ownerId: access.version.id, kind: 'shasums-sig' }, await signatureOf(shasums, key))
  if (!status) return access.version.id
  const published = await services.providerAccess.versionById(ctx, access.version.id, 'providers:write')
  const deprecation = { 'deprecated-status': status, reason, link }
  await services.providerVersions.update(ctx, published, { deprecation })
  return access.version.id
}

const seededDays = 60

/** Counts downloads of the last weeks, more of the newest version from day to day. */
async function seedDownloads(
  services: Services,
  ctx: OperationContext,
  { namespace, name }: Pick<SampleProvider, 'namespace' | 'name'>,
  downloads: Readonly<Record<string, number>>,
): Promise<void> {
  for (const [consumer, aDay] of Object.entries(downloads)) {
    const actor = consumer === '' ? ctx.actor : await organizationActor(services, ctx, consumer)
    const { provider, versions } = await services.publishedProviders.list(ctx, { namespace, name })
    for (let ago = 0; ago < seededDays; ago++) {
      const day = { ...daysAgo(ctx, ago), actor }
      const version = versions[ago % 20 < 13 ? 0 : versions.length - 1]
      const often = Math.round(oftenOn(day, aDay, consumer.length))
      for (let count = 0; version && count < often; count++)
        services.providerDownloads.count(day, { provider, version })
    }
  }
  await services.providerDownloads.stop(ctx)
}
