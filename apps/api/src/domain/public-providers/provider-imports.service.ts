import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { plainArmor, rearmored } from '@engine/provider-source/armor'
import { checksumsFault, readChecksums } from '@engine/provider-source/checksums'
import { releaseFileLimits } from '@engine/provider-source/release'
import type { ReadSigningKey, VerifySignature } from '@engine/provider-source/signatures'
import type { OperationContext } from '../../kernel/context.js'
import { found, invalid, notFound, type DomainError } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import { requirePermission } from '../../kernel/permissions.js'
import { sha256OfStream, TooLarge } from '../../kernel/storage.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { OriginFileAddress } from '../origin-files/origin-file.js'
import type { OriginFilesService } from '../origin-files/origin-files.service.js'
import {
  filenameFault,
  importKindOf,
  zipsIn,
  type ImportAddress,
  type ImportKind,
} from './provider-import.js'
import type { ProviderOrigins } from './provider-origins.js'
import {
  publicProviderEntry,
  publicVersionEntry,
  type PublicProvider,
  type PublicProviderVersion,
} from './public-provider.js'
import type { PublicProviderPlatformsStore } from './public-provider-platforms.store.js'
import type { PublicProviderVersionsStore } from './public-provider-versions.store.js'
import type { PublicProvidersStore } from './public-providers.store.js'

/** Limits of SHA256SUMS, of its signature and of keys, in bytes. */
const limits = {
  shasums: releaseFileLimits.shasums,
  signature: releaseFileLimits['shasums-sig'],
  keys: 100_000,
} as const
/** The number of versions whose signatures are checked when a key comes. */
const mostChecked = 1000

export interface ImportParts {
  readonly rows: PublicProvidersStore
  readonly versions: PublicProviderVersionsStore
  readonly platforms: PublicProviderPlatformsStore
  readonly files: OriginFilesService
  readonly origins: ProviderOrigins
  readonly transactions: Transactions
  readonly audit: AuditService
  readonly verifySignature: VerifySignature
  readonly readSigningKey: ReadSigningKey
  /** The limit of a zip, in bytes. */
  readonly limit: number
}

/** True for a file that was not there before. */
export type IsNew = boolean

/** Takes files of public providers from site administrators, which need no origin to be reachable (contract §14). */
export class ProviderImportsService {
  constructor(private readonly parts: ImportParts) {}

  /** Requires that the caller may import; for one who asks without a file. */
  async find(ctx: OperationContext): Promise<void> {
    requirePermission(ctx, 'public-providers:write')
  }

  /** Checks whether a file of this name may be imported, before it is sent. Throws `invalid`. */
  check(
    ctx: OperationContext,
    given: ImportAddress,
  ): { readonly address: ImportAddress; readonly kind: ImportKind } {
    requirePermission(ctx, 'public-providers:write')
    const address = { ...given, origin: given.origin.toLowerCase() }
    if (!this.parts.origins.has(address.origin))
      throw invalid({ path: ['origin'], code: 'NOT_INCLUDED', message: 'Origin is not included in the list' })
    return { address, kind: importKindOf(address) }
  }

  /** Imports a file, unless its very bytes are there. Throws `invalid` where others are, and `TooLarge`. */
  async put(
    ctx: OperationContext,
    given: ImportAddress,
    stream: Readable,
    announcedSize = 0,
  ): Promise<IsNew> {
    const { address, kind } = this.check(ctx, given)
    if (kind.name === 'zip') {
      if (announcedSize > this.parts.limit) throw new TooLarge(this.parts.limit)
      return this.putZip(ctx, address, kind, stream)
    }
    const bytes = await readUpTo(stream, Math.max(announcedSize, 0), limits[kind.name])
    const isNew = await this.parts.transactions.run(ctx, (tx) =>
      kind.name === 'keys' ? this.addKeys(tx, address, bytes) : this.addProof(tx, address, kind.name, bytes),
    )
    await this.checkSignatures(ctx, address)
    return isNew
  }

  private async putZip(
    ctx: OperationContext,
    address: ImportAddress,
    platform: { readonly os: string; readonly arch: string },
    stream: Readable,
  ): Promise<IsNew> {
    const { files, limit, transactions } = this.parts
    const { filename } = address
    const ownerId = await this.knownVersionId(ctx, address)
    const there = ownerId === undefined ? undefined : await files.findAny(ctx, { ownerId, filename })
    if (there) {
      if ((await sha256OfStream(stream, limit)) !== there.sha256) throw otherBytes()
      await files.markImported(ctx, there)
      return false
    }
    const taken = await files.take(stream, { ownerId: ownerId ?? newId('pubver'), filename }, limit)
    try {
      const added = await transactions.run(ctx, (tx) => this.addZip(tx, address, platform, taken))
      if (added) files.hashInBackground(ctx, added)
      else await files.discard(ctx, taken.storageKey)
      return added !== undefined
    } catch (error) {
      await files.discard(ctx, taken.storageKey)
      throw error
    }
  }

  /** Adds a zip to its version; undefined where its very bytes are there. */
  private async addZip(
    tx: OperationContext,
    address: ImportAddress,
    { os, arch }: { readonly os: string; readonly arch: string },
    taken: { readonly storageKey: string; readonly sha256: string; readonly size: number },
  ): Promise<OriginFileAddress | undefined> {
    const { versions, platforms, files } = this.parts
    const { filename } = address
    const { provider, version } = await this.lockVersion(tx, address)
    const { sha256 } = taken
    const there = await files.findAny(tx, { ownerId: version.id, filename })
    if (there?.sha256 === sha256) return undefined
    const known = await platforms.findDownload(tx, version.id, { os, arch })
    if (known && known.filename !== filename)
      throw invalid(filenameFault(`The zip of ${os}/${arch} is named ${known.filename}`))
    if (known && known.shasum !== sha256)
      throw there
        ? otherBytes()
        : invalid(filenameFault(`The zip is not the one in SHA256SUMS, which has ${known.shasum}`))
    if (!known && (await versions.digestOf(tx, version.id)) !== null)
      throw invalid(filenameFault('SHA256SUMS has no line for this file'))
    if (!known) await platforms.addPlatforms(tx, version.id, [{ os, arch, filename, shasum: sha256 }])
    await files.add(tx, { ...taken, ownerId: version.id, filename, imported: true })
    await this.record(tx, provider, version, filename)
    return { ownerId: version.id, filename }
  }

  private async addProof(
    tx: OperationContext,
    address: ImportAddress,
    kind: 'shasums' | 'signature',
    bytes: Buffer,
  ): Promise<IsNew> {
    const { versions } = this.parts
    const { provider, version } = await this.lockVersion(tx, address)
    const there = await versions.importedProofOf(tx, version.id)
    const former = there[kind]
    if (former?.equals(bytes)) return false
    if (former || (kind === 'shasums' && there.digest !== null && there.digest !== sha256Of(bytes)))
      throw otherBytes()
    if (!version.imported) {
      // That of its origin was checked with its own signature.
      throw invalid(filenameFault('The version is known from its origin, with its signature'))
    }
    if (kind === 'shasums') await this.addShasums(tx, address, version, bytes)
    else await versions.setImported(tx, version.id, { shasumsSignature: Uint8Array.from(bytes) })
    await this.record(tx, provider, version, address.filename)
    return true
  }

  private async addShasums(
    tx: OperationContext,
    address: ImportAddress,
    { id }: PublicProviderVersion,
    bytes: Buffer,
  ): Promise<void> {
    const { versions, platforms } = this.parts
    const text = bytes.toString('utf8')
    const fault = checksumsFault(text)
    if (fault !== undefined) throw invalid(filenameFault(fault))
    const checksums = readChecksums(text)
    const known = (await platforms.platformsOf(tx, [id])).get(id) ?? []
    const wrong = known.find(({ filename, shasum }) => checksums.get(filename) !== shasum)
    if (wrong) throw invalid(filenameFault(`SHA256SUMS contradicts ${wrong.filename}, which was imported`))
    const names = new Set(known.map(({ filename }) => filename))
    await platforms.addPlatforms(
      tx,
      id,
      zipsIn(address, checksums).filter(({ filename }) => !names.has(filename)),
    )
    await versions.setImported(tx, id, { shasums: Uint8Array.from(bytes), shasumsDigest: sha256Of(bytes) })
  }

  private async addKeys(tx: OperationContext, address: ImportAddress, bytes: Buffer): Promise<IsNew> {
    const { rows, readSigningKey } = this.parts
    const armor = plainArmor(bytes.toString('utf8'))
    const blocks = armor
      .split(/(?=-----BEGIN PGP PUBLIC KEY BLOCK-----)/)
      .filter((block) => block.trim() !== '')
    for (const block of blocks.length > 0 ? blocks : ['']) {
      const key = await readSigningKey(block)
      if ('unusable' in key)
        throw invalid(filenameFault(`The file ${key.why ?? 'holds no public key in armour'}`))
    }
    const provider = await this.lockProvider(tx, address)
    const isNew = await rows.addImportedKeys(tx, provider.id, blocks)
    if (isNew) await this.record(tx, provider, undefined, address.filename)
    return isNew
  }

  /** Checks the signatures of imported versions that no known key has signed yet: the files come in any order. */
  private async checkSignatures(ctx: OperationContext, address: ImportAddress): Promise<void> {
    const { rows, versions, verifySignature, readSigningKey, transactions } = this.parts
    const provider = await rows.findAt(ctx, address)
    if (!provider) return
    const unsigned = await versions.findUnsigned(ctx, provider.id, mostChecked)
    if (unsigned.length === 0) return
    const keys = [
      ...(await rows.importedKeysOf(ctx, provider.id)),
      ...(await versions.keysOf(ctx, provider.id)),
    ]
    for (const { id, shasums, signature } of unsigned)
      for (const armor of new Set(keys)) {
        if ((await verifySignature(armor, shasums, signature)) !== undefined) continue
        const key = await readSigningKey(armor)
        if ('unusable' in key) continue
        const signingKeys = { gpg_public_keys: [{ key_id: key.keyId, ascii_armor: rearmored(armor) }] }
        await transactions.run(ctx, (tx) => versions.setImported(tx, id, { keyId: key.keyId, signingKeys }))
        break
      }
  }

  private async knownVersionId(ctx: OperationContext, address: ImportAddress): Promise<string | undefined> {
    const provider = await this.parts.rows.findAt(ctx, address)
    return provider && (await this.parts.versions.findOf(ctx, provider.id, address.version))?.id
  }

  /** Finds or creates the provider, and locks it until the transaction ends. */
  private async lockProvider(tx: OperationContext, address: ImportAddress): Promise<PublicProvider> {
    const { rows } = this.parts
    requirePermission(tx, 'public-providers:write')
    const { origin } = address
    const spelling = { namespace: address.namespace.toLowerCase(), name: address.name.toLowerCase() }
    const created = await rows.create(
      tx,
      { origin, ...spelling },
      { warnings: [], versions: [], spelling, freshFor: 0 },
    )
    const provider = created ?? found(await rows.findAt(tx, address))
    const locked = await rows.lock(tx, provider.id)
    if (!locked) throw notFound()
    return locked
  }

  /** Finds or creates the version likewise. */
  private async lockVersion(
    tx: OperationContext,
    address: ImportAddress,
  ): Promise<{ readonly provider: PublicProvider; readonly version: PublicProviderVersion }> {
    const { versions } = this.parts
    const provider = await this.lockProvider(tx, address)
    const known = await versions.findOf(tx, provider.id, address.version)
    if (known && known.unverified !== null)
      throw invalid({
        path: ['version'],
        code: 'INVALID',
        message: `Version is unverified at its origin: ${known.unverified}`,
      })
    if (known?.checkedAt) return { provider, version: known }
    const now = tx.clock.now()
    const listed = {
      version: address.version,
      protocols: '',
      platforms: '',
      publishedAt: null,
      heldFrom: now,
    }
    if (!known) await versions.add(tx, provider.id, [listed], now)
    const { id } = found(await versions.findOf(tx, provider.id, address.version))
    await versions.setImported(tx, id, { imported: true, checkedAt: now })
    return { provider, version: found(await versions.find(tx, id)) }
  }

  private async record(
    tx: OperationContext,
    provider: PublicProvider,
    version: PublicProviderVersion | undefined,
    filename: string,
  ): Promise<void> {
    const entry = version
      ? publicVersionEntry('public-provider-version.import', provider, version)
      : publicProviderEntry('public-provider.import', provider)
    await this.parts.audit.record(tx, { ...entry, after: { file: filename } })
  }
}

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const otherBytes = (): DomainError => invalid(filenameFault('Filename has other bytes here, which stay'))

/** Reads a short file as a whole; the rest of one that is too large stays unread. */
async function readUpTo(stream: Readable, announced: number, limit: number): Promise<Buffer> {
  if (announced > limit) throw new TooLarge(limit)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw new TooLarge(limit)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
