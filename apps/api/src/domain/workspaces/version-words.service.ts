import { cacheTags } from '../../kernel/cache-tags.js'
import type { OperationContext } from '../../kernel/context.js'
import type { Invalidations } from '../../kernel/invalidation.js'
import { slicesOf } from '../../kernel/slices.js'
import { newestFor, type EnabledVersion } from '../engine-versions/engine-version.js'
import type { EngineVersionsService } from '../engine-versions/engine-versions.service.js'
import type { ResolvedWords } from './workspace.js'
import type { WorkspacesStore } from './workspaces.store.js'

/** Limits: words resolved in one run, and workspaces written by one statement. */
const wordsAtOnce = 20
const workspacesAtOnce = 1000

/**
 * Resolves the versions of workspaces that are written as `latest` or as a constraint (contract §19). The
 * version is stored next to the words, so that lists, counts and policies read one column. It is resolved at
 * the write, and here after each change of the versions. A version without a successor stays.
 */
export class VersionWordsService {
  /** The moment of the last look that saw everything through. */
  private lookedAt: number | undefined
  private versions = ''
  private resolved = new Map<string, string | undefined>()

  constructor(
    private readonly parts: {
      readonly rows: WorkspacesStore
      readonly engineVersions: EngineVersionsService
      readonly invalidations: Invalidations
    },
  ) {}

  /** Looks where a version, or the version of a workspace, has changed since the last time. */
  async follow(ctx: OperationContext, signal?: AbortSignal): Promise<void> {
    const { rows, engineVersions, invalidations } = this.parts
    const moment = invalidations.moment()
    const { lookedAt } = this
    if (lookedAt !== undefined && moment !== undefined && isUnchanged(invalidations, lookedAt)) return
    this.lookedAt = undefined
    const used = await rows.listWords(ctx)
    const versions = used.length > 0 ? await engineVersions.listEnabled(ctx) : []
    this.forgetUnless(versions)
    for await (const some of slicesOf(used, wordsAtOnce))
      for (const each of some) {
        if (signal?.aborted) return
        const to = this.resolve(each.words, versions)
        if (to !== undefined && to !== each.engineVersionId) await this.move(ctx, each, to, signal)
      }
    this.lookedAt = moment
  }

  private async move(
    ctx: OperationContext,
    from: ResolvedWords,
    to: string,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    for (;;) {
      const moved = await this.parts.rows.resolveAgain(ctx, from, to, workspacesAtOnce)
      if (moved < workspacesAtOnce || signal?.aborted) return
    }
  }

  /** Forgets what words resolve to unless the versions are the same as before. */
  private forgetUnless(versions: readonly EnabledVersion[]): void {
    const text = JSON.stringify(versions)
    if (text === this.versions) return
    this.versions = text
    this.resolved = new Map()
  }

  private resolve(words: string, versions: readonly EnabledVersion[]): string | undefined {
    if (!this.resolved.has(words)) this.resolved.set(words, newestFor(words, versions)?.id)
    return this.resolved.get(words)
  }
}

const isUnchanged = (invalidations: Invalidations, since: number): boolean =>
  invalidations.isUnchanged(since, [cacheTags.engineVersions])
