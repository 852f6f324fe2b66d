import { setImmediate } from 'node:timers/promises'
import type { ModuleChange } from '@engine/module-source/comparison'
import { breaksPromise, numberAfter } from '@engine/module-source/verdict'
import { compareVersions } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { unavailable } from '../../kernel/errors.js'
import type { ModuleParts } from './module-parts.js'
import type { ModuleReadmesService } from './module-readmes.service.js'
import type { ReadmeNode } from './readme-tree.js'
import { isPublished, versionKeyOf, type PublishedVersion } from './registry-module-version.js'
import type { Module } from './registry-module.js'
import { notesBetween, notesOf } from './release-notes.js'
import type { ComparedVersions, StoredInterface } from './version-comparison.js'

export interface ModuleComparison extends Omit<ComparedVersions, 'chunks'> {
  readonly moduleId: string
  readonly from: PublishedVersion
  readonly to: PublishedVersion
  /** The changes, with their texts cut. */
  readonly changes: readonly ModuleChange[]
  /** True if `to` breaks callers of `from` by more than its number says. */
  readonly breaksPromise: boolean
}

/** Limit of the documents in memory at once while changes are counted, in characters. */
const mostRead = 4_000_000

function requirePresent(ctx: OperationContext): void {
  if (ctx.hasLeft?.()) throw unavailable('The client has left')
}

/** A comparison of two published versions of a module that the caller has looked up. */
export class ModuleComparisonService {
  constructor(private readonly parts: ModuleParts & { readonly readmes: ModuleReadmesService }) {}

  /** Undefined where one of them is not published. Throws `unavailable` where too many are compared, or the client left. */
  async compare(
    ctx: OperationContext,
    { id, organizationId }: Module,
    numbers: { readonly from: string; readonly to: string },
  ): Promise<ModuleComparison | undefined> {
    requirePresent(ctx)
    const [fromKey = '', toKey = ''] = [versionKeyOf(numbers.from), versionKeyOf(numbers.to)]
    const versions = await this.parts.lists.findNumbers(ctx, id, [fromKey, toKey])
    const [from, to] = [versions.get(fromKey), versions.get(toKey)]
    if (!from || !to) return undefined
    const { chunks, ...compared } = await this.parts.comparer.compare(
      organizationId,
      () => this.documentsOf(ctx, from, to),
      { from: from.version, to: to.version },
    )
    const changes: ModuleChange[] = []
    for (const chunk of chunks) {
      changes.push(...(JSON.parse(chunk) as ModuleChange[]))
      // Other requests have their turn.
      await setImmediate()
    }
    const isBroken = breaksPromise(to.version, compared.missingStep, compared.breakingCount)
    return { moduleId: id, from, to, changes, ...compared, breaksPromise: isBroken }
  }

  /**
   * Returns the number that SemVer wants for the newer version; null where its own says as much. What was found when it
   * was published stays, although that number is taken later.
   */
  async wantedVersion(
    ctx: OperationContext,
    { moduleId, from, to, missingStep }: ModuleComparison,
  ): Promise<string | null> {
    if (missingStep === null) return null
    const found = to.interface?.comparedWith === from.version ? to.interface.wantedVersion : null
    return (
      found ?? numberAfter(from.version, missingStep, await this.parts.versions.findPublished(ctx, moduleId))
    )
  }

  /** Reads what is compared once its turn has come, so that those who wait hold nothing and may leave. */
  private async documentsOf(
    ctx: OperationContext,
    from: PublishedVersion,
    to: PublishedVersion,
  ): Promise<readonly [StoredInterface | undefined, StoredInterface | undefined]> {
    requirePresent(ctx)
    const documents = await this.parts.versions.findDeclared(ctx, [from.id, to.id])
    return [documents.get(from.id), documents.get(to.id)]
  }

  /**
   * Counts the changes that break callers between a version and others, by their ids: up to the first that
   * breaks nothing, within the memory limit, and always for the first.
   */
  async countBreaking(
    ctx: OperationContext,
    from: string,
    to: readonly string[],
  ): Promise<readonly number[]> {
    const documents = await this.parts.versions.findDeclaredWithin(ctx, [from, ...to], mostRead)
    const last = to.findLastIndex((id) => documents.has(id))
    const read = to.slice(0, Math.max(last, 0) + 1)
    return this.parts.comparer.count(
      documents.get(from),
      read.map((id) => documents.get(id)),
    )
  }

  /**
   * Returns the parts of the newer version's changelog about versions above the older one; empty without any.
   */
  async releaseNotes(
    ctx: OperationContext,
    { from, to }: Pick<ModuleComparison, 'from' | 'to'>,
  ): Promise<ReadmeNode[]> {
    const [older, newer] = compareVersions(from.version, to.version) > 0 ? [to, from] : [from, to]
    if (older.id === newer.id) return []
    return notesBetween(await this.read(ctx, newer), older.version, newer.version)
  }

  /** The changelog of a version that was found before, and the sections of it about that version alone. */
  async changelog(
    ctx: OperationContext,
    versionId: string,
  ): Promise<Record<'changelog' | 'notes', readonly ReadmeNode[]>> {
    const version = (await this.parts.versions.find(ctx, versionId))?.version
    const changelog = version && isPublished(version) ? await this.read(ctx, version) : []
    return { changelog, notes: version ? notesOf(changelog, version.version) : [] }
  }

  private read(ctx: OperationContext, { id, archive }: PublishedVersion): Promise<readonly ReadmeNode[]> {
    return this.parts.readmes.changelog(ctx, id, (organizationId) =>
      this.parts.files.changelog(organizationId, archive),
    )
  }
}
