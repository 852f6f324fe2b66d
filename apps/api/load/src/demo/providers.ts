import { Readable } from 'node:stream'
import type { Services } from '#api/services.js'
import type { ProviderFileAddress } from '#api/domain/registry-providers/provider-files.service.js'
import type { OperationContext } from '#api/kernel/context.js'
import { providerZip, sha256 } from '../origin/provider-zip.js'
import { newSigningKey, signatureOf, type SigningKey } from '../origin/signing.js'

export interface SampleProvider extends SampleLifecycle {
  readonly registryName: 'public' | 'private'
  readonly namespace: string
  readonly name: string
  readonly versions?: readonly SampleProviderVersion[]
}

interface SampleProviderVersion extends SampleLifecycle {
  readonly version: string
  /** It waits for its files. */
  readonly isWaiting?: boolean
}

/** What became of a version, or of all of them. */
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
  for (const { versions = [], status, reason, link, ...facts } of providers) {
    const { id } = await services.providers.create(ctx, organization, facts)
    for (const version of versions)
      await addProviderVersion(services, ctx, { id, name: facts.name }, version, key)
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
): Promise<void> {
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
  if (isWaiting) return
  const shasums = Buffer.from(lines.join(''))
  await upload({ ownerId: access.version.id, kind: 'shasums' }, shasums)
  await upload({ ownerId: access.version.id, kind: 'shasums-sig' }, await signatureOf(shasums, key))
  if (!status) return
  const published = await services.providerAccess.versionById(ctx, access.version.id, 'providers:write')
  const deprecation = { 'deprecated-status': status, reason, link }
  await services.providerVersions.update(ctx, published, { deprecation })
}
