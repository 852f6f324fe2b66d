import type { OperationContext } from '../../kernel/context.js'
import type { Page, Paged } from '../../kernel/page.js'
import { allows } from '../../kernel/permissions.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import type { DownloadsHistory } from '../registry-modules/module-download.js'
import type * as types from './attention.js'
import type { AttentionStore } from './attention.store.js'

/** Numbers of the overview, over the things that the caller may see. */
export class AttentionService {
  constructor(
    private readonly store: AttentionStore,
    private readonly organizations: OrganizationsService,
  ) {}

  /** Counts over the organizations that the caller belongs to, or over all for callers who look after all. */
  async figures(ctx: OperationContext): Promise<types.Figures> {
    const [organizations, workspaces, modules] = await this.organizations.visibility(ctx, [
      'organizations:read',
      'workspaces:read',
      'modules:read',
    ])
    return this.store.figures(ctx, { organizations, workspaces, modules })
  }

  /** Lists the versions that the visible workspaces are on, the most used first. */
  async usedEngineVersions(ctx: OperationContext, page: Page): Promise<Paged<types.UsedEngineVersion>> {
    const [visibility] = await this.organizations.visibility(ctx, ['workspaces:read'])
    const seesAll = allows(ctx.actor, 'engine-versions:read')
    return this.store.usedEngineVersions(ctx, seesAll ? 'all' : visibility, page)
  }

  /** Counts downloads of the modules that the caller looks after or belongs to, day by day, including today. */
  async downloads(ctx: OperationContext, days: number): Promise<DownloadsHistory['days']> {
    const [visibility] = await this.organizations.visibility(ctx, ['modules:read'])
    return this.store.downloads(ctx, visibility, days)
  }
}
