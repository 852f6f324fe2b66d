import type { OperationContext } from '../kernel/context.js'
import type { UsesExchange } from '../kernel/uses.js'
import type { RateLimit } from './rate-limits.js'

/** Limits shared between the processes of a platform; a single process has no others. */
export class SharedLimits {
  private isApart = false

  constructor(
    private readonly limits: Readonly<Record<string, RateLimit>>,
    private readonly others: UsesExchange | undefined,
  ) {}

  /** Exchanges uses, once a second; while that fails each process counts alone, which the log says once. */
  async reconcile(ctx: OperationContext): Promise<void> {
    const used = new Map<string, number>()
    for (const [name, limit] of Object.entries(this.limits))
      for (const [key, uses] of limit.takeUnsent()) used.set(`${name} ${key}`, uses)
    if (!this.others) return
    try {
      for (const [named, uses] of await this.others.exchange(used)) {
        const [, name = '', key = ''] = /^(\S+) (.*)$/s.exec(named) ?? []
        this.limits[name]?.charge(key, uses)
      }
      this.isApart = false
    } catch (error) {
      if (!this.isApart)
        ctx.log.warn(
          { error: String(error) },
          'limits are counted by this process alone until the database is back',
        )
      this.isApart = true
    }
  }
}
