import { setImmediate } from 'node:timers/promises'
import type { ModuleChange } from '@engine/module-source/comparison'
import { compareVersions } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { unavailable } from '../../kernel/errors.js'
import type { ModuleParts } from './module-parts.js'
import type { ModuleReadmesService } from './module-readmes.service.js'
import type { ReadmeNode } from './readme-tree.js'
import { isPublished, versionKeyOf, type PublishedVersion } from './registry-module-version.js'
import type { Module } from './registry-module.js'
import { notesBetween, notesOf } from './release-notes.js'
import type { ComparedVersions, KeptInterface } from './version-comparison.js'

export interface ModuleComparison extends Omit<ComparedVersions, 'chunks'> {
  readonly from: PublishedVersion
  readonly to: PublishedVersion
  /** Their texts are cut. */
  readonly changes: readonly ModuleChange[]
}

/** Of documents that are in memory at once for what is counted, in characters. */
const mostRead = 4_000_000

function requirePresent(ctx: OperationContext): void {
  if (ctx.hasLeft?.()) throw unavailable('The client has left')
}

/** What two published versions of a module that was found before have in common, and what not. */
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
    return { from, to, changes, ...compared }
  }

  /** Reads what is compared once its turn has come, so that those who wait hold nothing and may leave. */
  private async documentsOf(
    ctx: OperationContext,
    from: PublishedVersion,
    to: PublishedVersion,
  ): Promise<readonly [KeptInterface | undefined, KeptInterface | undefined]> {
    requirePresent(ctx)
    const documents = await this.parts.versions.findDeclared(ctx, [from.id, to.id])
    return [documents.get(from.id), documents.get(to.id)]
  }

  /**
   * Counts the changes that break callers of a version on the way to others, by their ids: up to the first that breaks
   * nothing, as far as they are in memory at once, and of the first in any case.
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

  /** What the changelog of the newer version says of those above the older one; empty where it says nothing. */
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
