import type { OperationContext } from '../../kernel/context.js'
import { DomainError, faults, invalid, isUnauthenticated, isUnavailable } from '../../kernel/errors.js'
import { parseChange } from '../../kernel/input.js'
import { requirePermission } from '../../kernel/permissions.js'
import type { Transactions } from '../../kernel/transaction.js'
import { engineVersionChange, type EngineVersion } from './engine-version.js'
import type { EngineVersionsService } from './engine-versions.service.js'

/** Actions on many versions at once. */
export const engineVersionActs = ['enable', 'disable', 'deprecate'] as const

export type EngineVersionAct = (typeof engineVersionActs)[number]

/** One entry for each id; the three lists have their order. */
export interface ActOutcome {
  readonly changed: readonly EngineVersion[]
  /** Versions in that state already: they are not written, and a deprecated one keeps its reason. */
  readonly unchanged: readonly EngineVersion[]
  readonly refused: readonly { readonly index: number; readonly error: DomainError }[]
}

interface ActOptions {
  readonly deprecatedReason?: string | null | undefined
  /** One time for each id, in the same order: a version that has changed since is refused. */
  readonly expectedUpdatedAt?: readonly Date[]
}

const most = 100

const isSo: Readonly<Record<EngineVersionAct, (version: EngineVersion) => boolean>> = {
  enable: ({ enabled }) => enabled,
  disable: ({ enabled }) => !enabled,
  deprecate: ({ deprecated }) => deprecated,
}

/** Applies one action to many versions, each in its own transaction: a deleted one does not stop the others. */
export class EngineVersionsActService {
  constructor(
    private readonly engineVersions: EngineVersionsService,
    private readonly transactions: Transactions,
  ) {}

  /** Throws `invalid` when nothing can be right for any of them. */
  async act(
    ctx: OperationContext,
    ids: readonly string[],
    act: EngineVersionAct,
    { deprecatedReason, expectedUpdatedAt = [] }: ActOptions = {},
  ): Promise<ActOutcome> {
    requirePermission(ctx, 'engine-versions:write')
    const wanted = [...new Set(ids)]
    if (wanted.length === 0) throw invalid(faults.blank('ids'))
    if (wanted.length > most)
      throw invalid({ path: ['ids'], code: 'INVALID', message: `Ids are too many (maximum is ${most})` })
    const change =
      act === 'deprecate' ? { deprecated: true, deprecatedReason } : { enabled: act === 'enable' }
    // Wrong for one is wrong for all: it is said before anything is done.
    parseChange(engineVersionChange, change)
    const changed: EngineVersion[] = []
    const unchanged: EngineVersion[] = []
    const refused: { index: number; error: DomainError }[] = []
    for (const id of wanted) {
      try {
        const { version, isChanged } = await this.actOn(
          ctx,
          id,
          act,
          change,
          expectedUpdatedAt[ids.indexOf(id)],
        )
        if (isChanged) changed.push(version)
        else unchanged.push(version)
      } catch (error) {
        if (!(error instanceof DomainError) || isUnavailable(error) || isUnauthenticated(error)) throw error
        refused.push({ index: ids.indexOf(id), error })
      }
    }
    return { changed, unchanged, refused }
  }

  private actOn(
    ctx: OperationContext,
    id: string,
    act: EngineVersionAct,
    change: object,
    expectedUpdatedAt: Date | undefined,
  ): Promise<{ version: EngineVersion; isChanged: boolean }> {
    return this.transactions.run(ctx, async (tx) => {
      const before = await this.engineVersions.lock(tx, id, expectedUpdatedAt)
      if (isSo[act](before)) return { version: before, isChanged: false }
      return { version: await this.engineVersions.update(tx, id, change), isChanged: true }
    })
  }
}
