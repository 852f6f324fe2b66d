import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import { paged, type Page, type Paged } from '../../kernel/page.js'
import type { StoreDatabase } from '../store.js'
import type { Workspace } from './workspace.js'

const columns = {
  id: true,
  organizationId: true,
  name: true,
  engineVersionId: true,
  createdAt: true,
} as const

export class WorkspacesStore {
  constructor(private readonly database: StoreDatabase) {}

  /** By name, then by organization. */
  async listUsing(ctx: OperationContext, engineVersionId: string, page: Page): Promise<Paged<Workspace>> {
    const { workspace } = this.database.of(ctx)
    const where = { engineVersionId }
    return paged(
      page,
      () => workspace.count({ where }),
      (range) =>
        workspace.findMany({ where, orderBy: [{ name: 'asc' }, { id: 'asc' }], select: columns, ...range }),
    )
  }

  /** The foreign key decides whether the version is still there at the moment of the write. */
  async create(
    ctx: OperationContext,
    facts: { organizationId: string; name: string; engineVersionId: string },
  ): Promise<Workspace> {
    const now = ctx.clock.now()
    try {
      return await this.database.of(ctx).workspace.create({
        data: {
          ...facts,
          id: newId('ws'),
          nameKey: facts.name.toLowerCase(),
          createdAt: now,
          updatedAt: now,
        },
        select: columns,
      })
    } catch (error) {
      const constraint = this.database.violatedConstraint(error)
      if (constraint === 'workspaces_organization_id_name_key_key') throw invalid(faults.taken('name'))
      if (constraint === 'workspaces_engine_version_id_fkey') throw invalid(faults.invalid('engineVersion'))
      throw error
    }
  }
}
