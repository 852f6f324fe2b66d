import { parseEngineConstraint, type ConstraintFault, type EngineConstraint } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { firstPage, type Page, type Paged } from '../../kernel/page.js'
import { requirePermission } from '../../kernel/permissions.js'
import type { EngineVersion } from './engine-version.js'
import type { EngineVersionsService } from './engine-versions.service.js'

/** Longer than any real constraint, in characters. */
const longest = 500

/** Says which of the known versions meet a constraint as the engine's CLI reads it. */
export class EngineConstraintsService {
  constructor(private readonly engineVersions: EngineVersionsService) {}

  parse(
    ctx: OperationContext,
    text: string,
  ): { readonly constraint: EngineConstraint } | { readonly faults: readonly ConstraintFault[] } {
    requirePermission(ctx, 'engine-versions:read')
    if (text.length <= longest) return parseEngineConstraint(text)
    const message = `A constraint has at most ${longest} characters`
    return { faults: [{ from: longest, to: text.length, message }] }
  }

  /** Newest first, whether people may use them or not. */
  list(ctx: OperationContext, meets: EngineConstraint, page: Page): Promise<Paged<EngineVersion>> {
    return this.engineVersions.list(ctx, { meets }, page)
  }

  /** The newest enabled one; one that is beta only when exact numbers are asked for, as `latest` does it. */
  async chosen(ctx: OperationContext, meets: EngineConstraint): Promise<EngineVersion | undefined> {
    const maturity = meets.isExact ? {} : { beta: false }
    const filter = { meets, enabled: true, ...maturity }
    const { items } = await this.engineVersions.list(ctx, filter, { ...firstPage, size: 1 })
    return items[0]
  }
}
