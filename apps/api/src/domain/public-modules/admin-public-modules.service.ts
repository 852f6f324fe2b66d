import type { OperationContext } from '../../kernel/context.js'
import { faults, found, invalid, stale } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import { requirePermission } from '../../kernel/permissions.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { OriginFilesService } from '../origin-files/origin-files.service.js'
import { publicModuleEntry, type SeenModule } from './public-module.js'
import type { PublicModulesStore } from './public-modules.store.js'

export interface AdminPublicModuleParts {
  readonly rows: PublicModulesStore
  readonly files: OriginFilesService
  readonly transactions: Transactions
  readonly audit: AuditService
}

/** The view of site administrators on public modules whose archives were seen, and their decision about changed ones. */
export class AdminPublicModulesService {
  constructor(private readonly parts: AdminPublicModuleParts) {}

  async find(ctx: OperationContext, id: string): Promise<SeenModule> {
    requirePermission(ctx, 'public-providers:read')
    return found(isId('pubmod', id) ? await this.parts.rows.findSeen(ctx, id) : undefined)
  }

  /**
   * Accepts the other archive that the origin sent, by its digest: it counts as first seen from here on. Nothing signs
   * modules, so the origin is not asked again: the next installation fetches the archive, and compares it.
   */
  async accept(ctx: OperationContext, id: string, sha256: string): Promise<SeenModule> {
    requirePermission(ctx, 'public-providers:write')
    const { rows, files, transactions, audit } = this.parts
    return transactions.run(ctx, async (tx) => {
      const before = found(isId('pubmod', id) ? await rows.lock(tx, id) : undefined)
      if (!tx.reason?.trim()) throw invalid(faults.blank('reason'))
      if (before.alteredSha256 === null || before.alteredSha256 !== sha256) throw stale()
      await rows.accept(tx, id, sha256)
      await files.removeOf(tx, [id])
      await audit.record(tx, {
        ...publicModuleEntry('public-module.accept', before),
        ...{ before: { sha256: before.sha256 }, after: { sha256 } },
      })
      return { ...before, sha256, alteredSha256: null, alteredAt: null }
    })
  }
}
