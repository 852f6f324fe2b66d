import { setImmediate } from 'node:timers/promises'
import {
  changesBetween,
  missingStep,
  type ComparableModule,
  type ModuleChange,
  type VersionStep,
} from '@engine/module-source/comparison'
import type { ModuleContents } from '@engine/module-source/documents'
import { compareVersions } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { lruCache } from '../../kernel/lru-cache.js'
import type { ModuleDocuments } from './module-documents.js'
import type { ModuleParts } from './module-parts.js'
import type { ModuleReadmesService } from './module-readmes.service.js'
import type { ReadmeNode } from './readme-tree.js'
import { findVersion, isPublished, type PublishedVersion } from './registry-module-version.js'
import type { ModuleWithVersions } from './registry-module.js'
import { notesBetween, notesOf } from './release-notes.js'

export interface ModuleComparison {
  readonly from: PublishedVersion
  readonly to: PublishedVersion
  readonly changes: readonly ModuleChange[]
  /** The step that the changes ask for, where the numbers make a smaller one. */
  readonly missingStep: VersionStep | null
}

/** What a version says of itself that comparisons read. */
type DeclaredModule = Pick<ModuleDocuments, 'parts' | 'engineConstraints'>

/** Two published versions of a module, by their ids. */
export interface VersionPair {
  readonly from: string
  readonly to: string
}

/** So many comparisons are kept, and so many bytes of documents are read for those that are not. */
const mostKnown = 100_000
const mostRead = 8_000_000

/** What two published versions of a module that was found before have in common, and what not. */
export class ModuleComparisonService {
  /** A cache by the ids of two versions, which never change. */
  private readonly breaking = lruCache<string, number>(mostKnown)

  constructor(private readonly parts: ModuleParts & { readonly readmes: ModuleReadmesService }) {}

  /** Undefined where one of them is not published. */
  async compare(
    ctx: OperationContext,
    { versions }: ModuleWithVersions,
    numbers: { readonly from: string; readonly to: string },
  ): Promise<ModuleComparison | undefined> {
    const [from, to] = [findVersion(versions, numbers.from), findVersion(versions, numbers.to)]
    if (!from || !to) return undefined
    const documents = await this.parts.versions.findDeclared(ctx, [from.id, to.id])
    const comparable = ({ id }: PublishedVersion) => toComparable(documents.get(id))
    const changes = from.id === to.id ? [] : changesBetween(comparable(from), comparable(to))
    return { from, to, changes, missingStep: missingStep(from.version, to.version, changes) }
  }

  /** How many changes of a version break callers of another one, as far as it was counted before. */
  knownBreaking({ from, to }: VersionPair): number | undefined {
    return this.breaking.get(`${from} ${to}`)
  }

  /**
   * Counts the changes that break callers, for `knownBreaking` to tell: of these pairs as many as their documents are
   * small enough for, of one at least.
   */
  async countBreaking(ctx: OperationContext, pairs: readonly VersionPair[]): Promise<void> {
    const ids = [...new Set(pairs.flatMap(({ from, to }) => [from, to]))]
    const documents = await this.parts.versions.findDeclaredWithin(ctx, ids, mostRead)
    const read = new Map<string, ComparableModule>()
    const comparable = (id: string): ComparableModule => {
      const known = read.get(id) ?? toComparable(documents.get(id))
      read.set(id, known)
      return known
    }
    for (const { from, to } of pairs) {
      if (!documents.has(from) || !documents.has(to)) continue
      const changes = changesBetween(comparable(from), comparable(to))
      this.breaking.set(`${from} ${to}`, changes.filter(({ breaking }) => breaking !== null).length)
      // Other requests have their turn.
      await setImmediate()
    }
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

function toComparable(declared: DeclaredModule | undefined): ComparableModule {
  const { parts = '{"root":null,"submodules":[]}', engineConstraints } = declared ?? {}
  return {
    ...(JSON.parse(parts) as ModuleContents),
    engineConstraints: engineConstraints
      ? (JSON.parse(engineConstraints) as Record<string, string>)
      : undefined,
  }
}
