import type { OperationContext } from '../../kernel/context.js'
import { removeFiles, type Storage } from '../../kernel/storage.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import { organizationEntry, type Organization, type OrganizationAccess } from './organization.js'
import type { OrganizationsStore } from './organizations.store.js'

type Locked = Pick<OrganizationAccess, 'administratorOverride'> & { readonly organization: Organization }

/** Deletes an organization with all that it has, for its owners and for site administrators alike. */
export class OrganizationRemoval {
  constructor(
    private readonly store: OrganizationsStore,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
    private readonly storage: Pick<Storage, 'remove'>,
  ) {}

  /**
   * `lock` looks up, authorises and locks. Rows go with the organization's own; stored files go after the commit,
   * so that what the database knows of is always there. The name stays taken.
   */
  async remove(ctx: OperationContext, lock: (tx: OperationContext) => Promise<Locked>): Promise<void> {
    const keys = await this.transactions.run(ctx, async (tx) => {
      const { organization, administratorOverride } = await lock(tx)
      const stored = await this.store.lockFiles(tx, organization.id)
      await this.store.delete(tx, organization.id)
      await this.audit.record(tx, {
        ...organizationEntry('organization.delete', organization),
        administratorOverride,
        before: organization,
      })
      return stored
    })
    await removeFiles(ctx, this.storage, keys)
  }
}
