import type { OperationContext } from '../../kernel/context.js'
import type { Page, Paged } from '../../kernel/page.js'
import { requirePermission } from '../../kernel/permissions.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import type { DownloadsHistory } from '../registry-modules/module-download.js'
import type { FailedUpload, FullOrganization, OutdatedOrganization, UnallowedSsoTeam } from './attention.js'
import type { AttentionStore } from './attention.store.js'

/** What the overview shows first: what went wrong or is about to, to the users who can repair it. */
export class AttentionService {
  constructor(
    private readonly store: AttentionStore,
    private readonly organizations: OrganizationsService,
  ) {}

  /** Where the caller may upload anew, the newest first. */
  async failedUploads(ctx: OperationContext, page: Page): Promise<Paged<FailedUpload>> {
    const [modules, providers] = await this.organizations.visibility(ctx, [
      'modules:publish',
      'providers:write',
    ])
    return this.store.failedUploads(ctx, modules, providers, page)
  }

  /** Organizations whose workspace limit is reached or nearly so, the fullest first; for site administrators. */
  async fullOrganizations(ctx: OperationContext, page: Page): Promise<Paged<FullOrganization>> {
    requirePermission(ctx, 'site-organizations:read')
    return this.store.fullOrganizations(ctx, page)
  }

  /** Where workspaces are on versions that are deprecated or disabled, the most first; those that the caller may see. */
  async outdatedOrganizations(ctx: OperationContext, page: Page): Promise<Paged<OutdatedOrganization>> {
    const [visibility] = await this.organizations.visibility(ctx, ['workspaces:read'])
    return this.store.outdatedOrganizations(ctx, visibility, page)
  }

  /** Teams whose group of single sign-on is not allowed to its organization yet; for site administrators. */
  async unallowedSsoTeams(ctx: OperationContext, page: Page): Promise<Paged<UnallowedSsoTeam>> {
    requirePermission(ctx, 'site-organizations:read')
    return this.store.unallowedSsoTeams(ctx, page)
  }

  /** Of the modules that the caller looks after or belongs to, day by day, today among them. */
  async downloads(ctx: OperationContext, days: number): Promise<DownloadsHistory['days']> {
    const [visibility] = await this.organizations.visibility(ctx, ['modules:read'])
    return this.store.downloads(ctx, visibility, days)
  }
}
