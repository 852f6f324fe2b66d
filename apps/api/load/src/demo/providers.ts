import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createMessage, generateKey, readPrivateKey, sign } from 'openpgp'
import type { Services } from '#api/services.js'
import type { ProviderFileAddress } from '#api/domain/registry-providers/provider-files.service.js'
import type { OperationContext } from '#api/kernel/context.js'

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

interface SigningKey {
  readonly keyId: string
  readonly armor: string
}

/** The providers of an organization, with one key that signs all of their versions. */
export async function seedProviders(
  services: Services,
  ctx: OperationContext,
  organization: string,
  providers: readonly SampleProvider[],
): Promise<void> {
  let key: SigningKey | undefined
  for (const { versions = [], status, reason, link, ...facts } of providers) {
    const { id } = await services.providers.create(ctx, organization, facts)
    for (const version of versions) {
      key ??= await addKey(services, ctx, organization)
      await addVersion(services, ctx, { id, name: facts.name }, version, key)
    }
    const deprecation = { 'deprecated-status': status, reason, link }
    if (status) await services.providers.update(ctx, id, { deprecation })
  }
}

async function addKey(services: Services, ctx: OperationContext, namespace: string): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKey({
    userIDs: [{ name: namespace, email: `${namespace}@acme.example` }],
  })
  const { keyId } = await services.gpgKeys.create(ctx, { namespace, asciiArmor: publicKey })
  return { keyId, armor: privateKey }
}

async function addVersion(
  services: Services,
  ctx: OperationContext,
  { id, name }: { readonly id: string; readonly name: string },
  { version, isWaiting = false, status, reason, link }: SampleProviderVersion,
  { keyId, armor }: SigningKey,
): Promise<void> {
  const upload = (address: ProviderFileAddress, bytes: string | Uint8Array) =>
    services.providerFiles.upload(ctx, address, Readable.from([Buffer.from(bytes)]))
  const access = await services.providerVersions.create(ctx, id, { version, keyId, protocols: ['5.0'] })
  const lines: string[] = []
  for (const arch of ['amd64', 'arm64']) {
    const filename = `engine-provider-${name}_${version}_linux_${arch}.zip`
    const zip = `What a real one holds: ${filename}`
    const shasum = createHash('sha256').update(zip).digest('hex')
    lines.push(`${shasum}  ${filename}\n`)
    const facts = { os: 'linux', arch, filename, shasum }
    const { platform } = await services.providerVersions.createPlatform(ctx, access, facts)
    if (!isWaiting) await upload({ ownerId: platform.id, kind: 'binary' }, zip)
  }
  if (isWaiting) return
  const shasums = Buffer.from(lines.join(''))
  const signature = await sign({
    message: await createMessage({ binary: shasums }),
    signingKeys: await readPrivateKey({ armoredKey: armor }),
    detached: true,
    format: 'binary',
  })
  await upload({ ownerId: access.version.id, kind: 'shasums' }, shasums)
  await upload({ ownerId: access.version.id, kind: 'shasums-sig' }, signature as Uint8Array)
  const published = await services.providerAccess.versionById(ctx, access.version.id, 'providers:write')
  const deprecation = { 'deprecated-status': status, reason, link }
  if (status) await services.providerVersions.update(ctx, published, { deprecation })
}
