import { days, hours, later } from '../../kernel/clock.js'
import { asSystem, type OperationContext } from '../../kernel/context.js'
import { found, notFound } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import { requireScope } from '../../kernel/permissions.js'
import {
  noPublicRegistry,
  requesterOf,
  type PublicAnswer,
  type PublicRegistry,
  type Requester,
} from '../../kernel/public-registry.js'
import type { ByteRange, OpenFile } from '../../kernel/storage.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { MaintenanceTask } from '../maintenance/maintenance.js'
import { LateOrigins } from '../origin-files/late-origins.js'
import type { OriginDownloads } from '../origin-files/origin-downloads.js'
import type { OriginFile, WantedFile } from '../origin-files/origin-file.js'
import type { FetchedFile, OriginFilesService } from '../origin-files/origin-files.service.js'
import {
  archiveOf,
  pathOf,
  publicModuleEntry,
  type LinkedArchive,
  type ModuleArchive,
  type ModuleArchiveAddress,
  type ModuleDocument,
  type ModuleRequest,
  type PublicModuleAnswer,
} from './public-module.js'
import type { PublicModulesStore } from './public-modules.store.js'

/** The largest document that is kept, in bytes. */
const largestKept = 1024 * 1024
/** The interval at which the last use of a document is written, and the time after which an unused one goes. */
const touchedEvery = hours(1)
const unusedFor = days(90)

export interface PublicModulesParts {
  readonly rows: PublicModulesStore
  /** The public registry; undefined where none is configured. */
  readonly registry: PublicRegistry | undefined
  readonly downloads: OriginDownloads
  readonly files: OriginFilesService
  readonly transactions: Transactions
  readonly audit: AuditService
  /** The origin of the modules; undefined where there is none. */
  readonly origin: ModuleOrigin | undefined
  /** True where what comes from origins is stored here: the setting `PROVIDER_FILES`. */
  readonly storesFiles: boolean
  /** The limit of one file, in bytes. */
  readonly limit: number
}

/** The origin of public modules; without an address it is offline. */
export interface ModuleOrigin {
  readonly host: string
  readonly url: string | undefined
}

/** Modules of the public registry: what was served stays available while their origin does not answer (contract §14). */
export class PublicModulesService implements MaintenanceTask {
  readonly name = 'unused-public-modules'
  readonly every = days(1)
  private readonly late = new LateOrigins()
  /** Answers of the registry that are kept as they are. */
  private readonly kept = new WeakSet<PublicAnswer>()

  constructor(private readonly parts: PublicModulesParts) {}

  /** Answers a request of the protocol. Throws `PublicRegistryError`. */
  async ask(ctx: OperationContext, request: ModuleRequest): Promise<PublicModuleAnswer> {
    const { rows, storesFiles, origin } = this.parts
    const requester = requesterOf(ctx)
    if (!origin || (!storesFiles && origin.url !== undefined)) return this.asked(request, requester)
    const known = await rows.find(ctx, origin.host, request)
    if (known) await this.touch(ctx, known)
    if (origin.url === undefined) return this.former(ctx, found(known))
    const stored = known && (await this.stored(ctx, known))
    if (stored) return stored
    if (!known) return this.current(ctx, origin, request, known, requester)
    // With a former answer the question goes on when its caller has left.
    const { signal: _, ...goingOn } = ctx
    const asking = this.current(goingOn, origin, request, known, { line: requester.line })
    return this.late.soonOrFormer(goingOn, origin.host, () => this.former(ctx, known), asking)
  }

  /** Finds an archive for the caller of a link. */
  async findArchive(ctx: OperationContext, address: ModuleArchiveAddress): Promise<LinkedArchive> {
    requireScope(ctx, 'modules:use')
    const { rows, files } = this.parts
    const { documentId, filename } = address
    const document = found(isId('pubmod', documentId) ? await rows.byId(ctx, documentId) : undefined)
    const archive = archiveOf(document)
    if (archive?.filename !== filename) throw notFound()
    const file = await files.find(ctx, wantedOf(document, filename))
    if (file) await files.touch(ctx, file)
    else if (!this.isFetched(archive)) throw notFound()
    return { document, filename, url: archive.url.href, file }
  }

  /** Opens a stored archive, or a part of it. */
  open(file: OriginFile, range?: ByteRange): Promise<OpenFile> {
    return this.parts.files.open(file, range)
  }

  /** Returns where clients fetch a stored archive themselves; undefined where they get it from here. */
  addressOf(file: OriginFile): Promise<string | undefined> {
    return this.parts.files.addressOf(file)
  }

  /** Fetches an archive that is not stored yet. Throws `PublicRegistryError`. */
  fetchFile(
    ctx: OperationContext,
    { document, filename, url }: LinkedArchive,
  ): Promise<OriginFile | FetchedFile> {
    const { downloads, files, rows, limit } = this.parts
    const system = asSystem(ctx, 'the store of origins')
    const source = {
      open: (signal: AbortSignal) => downloads.open(url, limit, signal),
      // Of a document that is gone meanwhile nothing can be stored.
      firstSeen: async (sha256: string) => found(await rows.storeDigest(system, document.id, sha256)),
      mismatched: (sha256: string) => this.recordAltered(ctx, document, sha256),
    }
    return files.fetchFile(ctx, wantedOf(document, filename), source, requesterOf(ctx))
  }

  /** Removes what was not asked for in a long time. */
  async run(ctx: OperationContext): Promise<void> {
    await this.parts.rows.removeUnused(ctx, later(ctx.clock.now(), -unusedFor))
  }

  /** Asks the registry, and keeps its answer. */
  private async current(
    ctx: OperationContext,
    { host }: ModuleOrigin,
    request: ModuleRequest,
    known: ModuleDocument | undefined,
    requester: Requester,
  ): Promise<PublicModuleAnswer> {
    const { rows } = this.parts
    const answer = await this.asked(request, requester)
    switch (answer.kind) {
      case 'document':
        if (this.kept.has(answer) || answer.bytes.length > largestKept) return answer
        await rows.keep(ctx, host, request, { body: answer.bytes })
        this.kept.add(answer)
        return answer
      case 'location': {
        const { location } = answer
        const isKnown = known?.location === location
        return this.located(isKnown ? known : await rows.keep(ctx, host, request, { location }))
      }
      default:
        return answer
    }
  }

  private async asked(request: ModuleRequest, requester: Requester): Promise<PublicAnswer> {
    const { registry } = this.parts
    if (!registry) throw noPublicRegistry()
    return registry.ask(pathOf(request), requester)
  }

  /** Returns the answer that is kept. */
  private async former(ctx: OperationContext, document: ModuleDocument): Promise<PublicModuleAnswer> {
    if (document.location !== null) return (await this.stored(ctx, document)) ?? this.located(document)
    return { kind: 'document', bytes: found(await this.parts.rows.bodyOf(ctx, document.id)) }
  }

  /** Returns the answer that leads to an archive that is stored here, which needs no origin. */
  private async stored(
    ctx: OperationContext,
    document: ModuleDocument,
  ): Promise<PublicModuleAnswer | undefined> {
    const archive = archiveOf(document)
    if (!archive) return undefined
    const file = await this.parts.files.find(ctx, wantedOf(document, archive.filename))
    return file && leadingTo(document, archive)
  }

  /** Returns the answer of a download: an archive that can be fetched comes from here, all else from where it is. */
  private located(document: ModuleDocument): PublicModuleAnswer {
    const archive = archiveOf(document)
    if (archive && this.isFetched(archive)) return leadingTo(document, archive)
    return { kind: 'location', location: document.location ?? '' }
  }

  /** Tells whether an archive lies at the origin's own host, and is stored when it is asked for. */
  private isFetched({ url }: ModuleArchive): boolean {
    const { origin, storesFiles } = this.parts
    if (!storesFiles || origin?.url === undefined) return false
    return url.host === origin.host || url.host === new URL(origin.url).host
  }

  private async touch(ctx: OperationContext, { id, usedAt }: ModuleDocument): Promise<void> {
    if (later(usedAt, touchedEvery) <= ctx.clock.now()) await this.parts.rows.touch(ctx, id)
  }

  private async recordAltered(
    ctx: OperationContext,
    document: ModuleDocument,
    alteredSha256: string,
  ): Promise<void> {
    const { transactions, rows, audit } = this.parts
    await transactions.run(asSystem(ctx, 'the store of origins'), async (tx) => {
      if (!(await rows.recordAltered(tx, document.id, alteredSha256))) return
      const seen = found(await rows.findSeen(tx, document.id))
      await audit.record(tx, {
        ...publicModuleEntry('public-module.alter', seen),
        ...{ before: { sha256: seen.sha256 }, after: { sha256: alteredSha256 } },
      })
    })
  }
}

/** Returns the file of a document: once an archive was seen, only its bytes, since others may have been accepted. */
const wantedOf = ({ id, sha256 }: ModuleDocument, filename: string): WantedFile => ({
  ...{ ownerId: id, filename, sha256: sha256 ?? undefined },
})

const leadingTo = (
  { id }: ModuleDocument,
  { filename, folder, query }: ModuleArchive,
): PublicModuleAnswer => ({
  ...{ kind: 'archive', documentId: id, filename, folder, query },
})
