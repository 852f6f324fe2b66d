import { checksumsFault, platformFault } from '@engine/provider-source/checksums'
import { isProtocol } from '@engine/provider-source/release'
import { signatureFault } from '@engine/provider-source/signatures'
import type { OperationContext } from '../../kernel/context.js'
import { found } from '../../kernel/errors.js'
import type { MaintenanceTask } from '../maintenance/maintenance.js'
import type { GpgKey } from './gpg-key.js'
import { versionEntry } from './provider-entries.js'
import type { ProviderParts } from './provider-parts.js'
import {
  completeFilesOf,
  type CompleteFiles,
  type ProviderVersionAccess,
  type RegistryProviderVersion,
} from './registry-provider-version.js'

export interface FileChange<Locked extends ProviderVersionAccess> {
  /** Looks up and authorises; throws where the change is not possible. Called outside of a transaction, then inside. */
  find(ctx: OperationContext): Promise<Locked>
  /** The version as the change leaves it. */
  becoming(locked: Locked): RegistryProviderVersion
  /** Writes what is no fact of the version itself. */
  write(tx: OperationContext, locked: Locked): Promise<void>
}

interface Verdict extends Pick<RegistryProviderVersion, 'signingKeyId' | 'publicationError'> {
  /** The registered key that verified it, undefined if there was none; null if no key was looked for. */
  readonly verifiedWith: string | undefined | null
}

const incomplete: Verdict = { signingKeyId: null, publicationError: null, verifiedWith: null }

/**
 * Decides which versions the engine may install (contract §6): all files are there, the signature over SHA256SUMS is
 * that of a registered key, and every zip matches its checksum. Decided once, in the very transaction that makes it so.
 */
export class ProviderPublicationService implements MaintenanceTask {
  readonly name = 'unjudged-provider-versions'
  readonly every = 0

  constructor(private readonly parts: ProviderParts) {}

  /**
   * Makes the change, and what it means for the publication, at once. Returns what was locked before.
   *
   * Files are read and signatures checked outside of the transaction; when the version or its key has changed by the
   * time that the transaction locks them, the verdict is void and another is made.
   */
  async settle<Locked extends ProviderVersionAccess>(
    ctx: OperationContext,
    change: FileChange<Locked>,
  ): Promise<Locked> {
    for (;;) {
      const seen = await change.find(ctx)
      const verdict = await this.verify(ctx, seen.provider.organizationId, change.becoming(seen))
      const settled = await this.parts.transactions.run(ctx, async (tx) => {
        await this.parts.providers.lockOrganization(tx, seen.provider.organizationId)
        await this.parts.providers.lock(tx, seen.provider.id)
        const locked = await change.find(tx)
        if (!(await this.isCurrent(tx, verdict, seen, locked))) return undefined
        const after = change.becoming(locked)
        const { shasumsKey, shasumsSigKey, provenance } = after
        const { signingKeyId, publicationError } = verdict
        const facts = { shasumsKey, shasumsSigKey, signingKeyId, publicationError, provenance }
        await this.parts.versions.update(tx, locked.version, facts)
        if (signingKeyId !== null) await this.parts.versions.take(tx, { ...locked, version: after })
        await change.write(tx, locked)
        if (signingKeyId !== null && locked.version.signingKeyId === null)
          await this.parts.audit.record(tx, { ...versionEntry('publish', locked), after })
        return locked
      })
      if (settled) return settled
    }
  }

  /** The recurring task: settles what a process that was killed, or a storage that failed, left without a judgement. */
  async run(ctx: OperationContext): Promise<void> {
    await this.settleEach(ctx, await this.parts.versions.findUnjudged(ctx))
  }

  /** Judges again what waited for a key that has just been registered; the key stays, whatever becomes of it. */
  async settleWaitingFor(ctx: OperationContext, key: GpgKey): Promise<void> {
    const signerIds = await this.parts.signingKeys.signerIdsOf(key)
    await this.settleEach(ctx, await this.parts.versions.findWaitingFor(ctx, key, signerIds))
  }

  private async settleEach(
    ctx: OperationContext,
    versions: readonly RegistryProviderVersion[],
  ): Promise<void> {
    for (const { id } of versions) {
      try {
        await this.settle(ctx, {
          find: (at) => this.find(at, id),
          becoming: ({ version }) => version,
          write: async () => {},
        })
      } catch (error) {
        ctx.log.warn({ error: String(error), version: id }, 'a provider version could not be checked')
      }
    }
  }

  /** Checks no rights: the caller who brought the files or the key had them. */
  private async find(ctx: OperationContext, id: string): Promise<ProviderVersionAccess> {
    const version = found(await this.parts.versions.find(ctx, id))
    const provider = found(await this.parts.providers.find(ctx, version.providerId))
    return { provider, version, roles: [], administratorOverride: false }
  }

  private async isCurrent(
    tx: OperationContext,
    { verifiedWith }: Verdict,
    seen: ProviderVersionAccess,
    { version, provider }: ProviderVersionAccess,
  ): Promise<boolean> {
    if (version.updatedAt.getTime() !== seen.version.updatedAt.getTime()) return false
    if (verifiedWith === null) return true
    const { organizationId } = provider
    const key = await this.parts.signingKeys.find(tx, organizationId, version.keyId)
    return verifiedWith === (key && (await this.parts.gpgKeys.lockIn(tx, organizationId, key.keyId)))
  }

  private async verify(
    ctx: OperationContext,
    organizationId: string,
    version: RegistryProviderVersion,
  ): Promise<Verdict> {
    const complete = completeFilesOf(version)
    if (!complete) return incomplete
    const { keyId } = version
    const key = await this.parts.signingKeys.find(ctx, organizationId, keyId)
    if (!key) {
      const publicationError = `No signing key ${keyId} is registered in this namespace`
      return { signingKeyId: null, publicationError, verifiedWith: undefined }
    }
    const publicationError = (await this.faultOf(version, complete, key)) ?? null
    return { signingKeyId: publicationError === null ? key.id : null, publicationError, verifiedWith: key.id }
  }

  private async faultOf(
    { platforms, protocols }: RegistryProviderVersion,
    { shasumsKey, shasumsSigKey }: CompleteFiles,
    { keyId, asciiArmor }: GpgKey,
  ): Promise<string | undefined> {
    const strange = protocols.find((protocol) => !isProtocol(protocol))
    if (strange !== undefined) return `The protocol ${strange} is no number such as 5.0`
    const shasums = await this.parts.files.read(shasumsKey)
    const signature = await this.parts.files.read(shasumsSigKey)
    const refused = await this.parts.verifySignature(asciiArmor, shasums, signature)
    if (refused !== undefined) return signatureFault(refused, keyId)
    const text = shasums.toString('utf8')
    return checksumsFault(text) ?? platformFault(platforms, text)
  }
}
