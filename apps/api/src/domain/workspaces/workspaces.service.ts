import { engineVersionMaximumLength, isEngineVersion, isProviderName } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { parseCreation, text, type Raw } from '../../kernel/input.js'
import type { Page, Paged } from '../../kernel/page.js'
import { requirePermission } from '../../kernel/permissions.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { EngineVersionsService } from '../engine-versions/engine-versions.service.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import type { Workspace } from './workspace.js'
import type { WorkspacesStore } from './workspaces.store.js'

const workspaceCreation = {
  name: text(64, isProviderName),
  engineVersion: text(engineVersionMaximumLength, isEngineVersion),
}

/** Workspaces as far as they matter to the versions they use (contract §5). */
export class WorkspacesService {
  constructor(
    private readonly store: WorkspacesStore,
    private readonly organizations: OrganizationsService,
    private readonly engineVersions: EngineVersionsService,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
  ) {}

  /** Who uses a version, across all organizations: for site administrators. */
  async listUsing(ctx: OperationContext, engineVersionId: string, page: Page): Promise<Paged<Workspace>> {
    requirePermission(ctx, 'engine-versions:read')
    return this.store.listUsing(ctx, engineVersionId, page)
  }

  async create(
    ctx: OperationContext,
    organizationName: string,
    raw: Raw<typeof workspaceCreation>,
  ): Promise<Workspace> {
    const access = await this.organizations.access(ctx, organizationName, 'workspaces:write')
    const input = parseCreation(workspaceCreation, raw)
    const { organization, administratorOverride } = access
    return this.transactions.run(ctx, async (tx) => {
      const engineVersionId = await this.engineVersions.idOfUsable(tx, input.engineVersion)
      const facts = { organizationId: organization.id, name: input.name, engineVersionId }
      const created = await this.store.create(tx, facts)
      await this.audit.record(tx, {
        action: 'workspace.create',
        subject: { type: 'workspace', id: created.id, name: created.name },
        organizationId: organization.id,
        administratorOverride,
        after: created,
      })
      return created
    })
  }
}
