import { setImmediate } from 'node:timers/promises'
import {
  changesBetween,
  missingStep,
  type ComparableModule,
  type ModuleChange,
  type VersionStep,
} from '@engine/module-source/comparison'
import { compareVersions, shortText } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { largeAnswers } from '../../kernel/large-answers.js'
import { lruCache } from '../../kernel/lru-cache.js'
import { comparableOf } from './module-documents.js'
import type { ModuleParts } from './module-parts.js'
import type { ModuleReadmesService } from './module-readmes.service.js'
import type { ReadmeNode } from './readme-tree.js'
import { findVersion, isPublished, type PublishedVersion } from './registry-module-version.js'
import type { ModuleWithVersions } from './registry-module.js'
import { notesBetween, notesOf } from './release-notes.js'

export interface ModuleComparison {
  readonly from: PublishedVersion
  readonly to: PublishedVersion
  /** Their texts are cut. */
  readonly changes: readonly ModuleChange[]
  /** The step that the changes ask for, where the numbers make a smaller one. */
  readonly missingStep: VersionStep | null
}

/** A published version of a module, and those that its users could be moved to, by their ids, the best first. */
export interface VersionWays {
  readonly from: string
  readonly to: readonly string[]
}

/** So many comparisons are kept, and so many bytes of documents are read at once for those that are not. */
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
    await largeAnswers.wait()
    const documents = await this.parts.versions.findDeclared(ctx, [from.id, to.id])
    const comparable = ({ id }: PublishedVersion) => comparableOf(documents.get(id))
    const changes = from.id === to.id ? [] : changesBetween(comparable(from), comparable(to))
    return {
      ...{ from, to, changes: changes.map(shortened) },
      missingStep: missingStep(from.version, to.version, changes),
    }
  }

  /** How many changes of a version break callers of another one, as far as it was counted before. */
  knownBreaking(from: string, to: string): number | undefined {
    return this.breaking.get(`${from} ${to}`)
  }

  /**
   * Counts the changes that break callers, for `knownBreaking` to tell: of each of these up to the first way that breaks
   * nothing. The first ways of all are read at once, since mostly they are enough, and then all that are left: however
   * many there are, it takes two statements, and more only where documents are larger than memory is to hold.
   */
  async countBreaking(ctx: OperationContext, all: readonly VersionWays[]): Promise<void> {
    await this.count(
      ctx,
      all.map(({ from, to }) => ({ from, to: to.slice(0, 1) })),
    )
    await this.count(ctx, all)
  }

  private async count(ctx: OperationContext, all: readonly VersionWays[]): Promise<void> {
    let open = this.openOf(all)
    for (let [first] = open; first; [first] = open) {
      await this.countRead(ctx, open)
      const [next = first.from] = first.to
      // Those of the first way were read, unless one of them is gone meanwhile.
      const isGone = this.knownBreaking(first.from, next) === undefined
      open = this.openOf(isGone ? open.slice(1) : open)
    }
  }

  /** As far as the documents are small enough to be read at once. */
  private async countRead(ctx: OperationContext, open: readonly VersionWays[]): Promise<void> {
    const documents = await this.parts.versions.findDeclaredWithin(ctx, idsOf(open), mostRead)
    const read = new Map<string, ComparableModule>()
    const comparable = (id: string): ComparableModule => {
      const known = read.get(id) ?? comparableOf(documents.get(id))
      read.set(id, known)
      return known
    }
    for (const { from, to } of open)
      for (const id of to) {
        if (!documents.has(from) || !documents.has(id)) break
        const changes = changesBetween(comparable(from), comparable(id))
        const count = changes.filter(({ breaking }) => breaking !== null).length
        this.breaking.set(`${from} ${id}`, count)
        // Other requests have their turn.
        await setImmediate()
        if (count === 0) break
      }
  }

  /** What of these is still to be compared. */
  private openOf(all: readonly VersionWays[]): readonly VersionWays[] {
    return all.flatMap(({ from, to }) => {
      const counts = to.map((id) => this.knownBreaking(from, id))
      const next = counts.findIndex((count) => count === undefined || count === 0)
      return next >= 0 && counts[next] === undefined ? [{ from, to: to.slice(next) }] : []
    })
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

/** The first ways of all come first. */
function idsOf(open: readonly VersionWays[]): readonly string[] {
  const ids = new Set<string>()
  const most = Math.max(...open.map(({ to }) => to.length))
  for (let at = 0; at < most; at++)
    for (const { from, to } of open) {
      const id = to[at]
      if (id !== undefined) ids.add(from).add(id)
    }
  return [...ids]
}

const longestText = 2000

function shortened({ facts, ...change }: ModuleChange): ModuleChange {
  return {
    ...change,
    facts: facts.map(({ name, before, after }) => ({ name, before: cut(before), after: cut(after) })),
  }
}

function cut(text: string | null): string | null {
  return text && shortText(text, longestText)
}
