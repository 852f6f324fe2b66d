import { later, minutes } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { StorageReserve } from '../../kernel/storage-reserve.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'

/** The leases of jobs, of which several processes get one. */
interface Leases {
  take(
    tx: OperationContext,
    task: { readonly name: string; readonly every: number },
    until: Date,
  ): Promise<boolean>
  postpone(tx: OperationContext, task: string, until: Date): Promise<void>
}

/** The time after the last refusal at which the next one is another event: space that comes and goes is one. */
const lasting = minutes(10)

/** Name of the lease that exists while files are refused. */
const task = { name: 'storage-reserve', every: lasting }

/** Records once in the audit log that files are refused since the disk has too few free bytes. */
export class StorageReserveService {
  constructor(
    private readonly reserve: Pick<StorageReserve, 'isReached' | 'figures'>,
    private readonly leases: Leases,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
  ) {}

  /** Looks at the disk, to be called every few seconds by every process: of several, one records. */
  async watch(ctx: OperationContext): Promise<void> {
    if (!(await this.reserve.isReached())) return
    const until = later(ctx.clock.now(), lasting)
    const { free, reserve } = await this.reserve.figures()
    await this.transactions.run(ctx, async (tx) => {
      if (!(await this.leases.take(tx, task, until))) return this.leases.postpone(tx, task.name, until)
      await this.audit.record(tx, {
        action: 'storage.fill',
        subject: { type: 'storage', id: 'storage', name: 'file storage' },
        after: { freeBytes: free, reserveBytes: reserve },
      })
    })
  }
}
