import {
  changesBetween,
  missingStep,
  type ModuleChange,
  type VersionStep,
} from '@engine/module-source/comparison'
import { compareVersions } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { largeAnswers } from '../../kernel/large-answers.js'
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

/** What two published versions of a module that was found before have in common, and what not. */
export class ModuleComparisonService {
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

const longestText = 2000

function shortened({ facts, ...change }: ModuleChange): ModuleChange {
  return {
    ...change,
    facts: facts.map(({ name, before, after }) => ({ name, before: cut(before), after: cut(after) })),
  }
}

function cut(text: string | null): string | null {
  return text !== null && text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text
}
