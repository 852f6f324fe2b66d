import type { OperationContext } from '../../kernel/context.js'
import type { Page, Paged } from '../../kernel/page.js'
import { allows, requirePermission } from '../../kernel/permissions.js'
import type { StorageReserve } from '../../kernel/storage-reserve.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import type { DownloadsHistory } from '../registry-modules/module-download.js'
import type * as types from './attention.js'
import type { AttentionStore } from './attention.store.js'

/** What the overview shows first: what went wrong or is about to, to the users who can repair it. */
export class AttentionService {
  constructor(
    private readonly store: AttentionStore,
    private readonly organizations: OrganizationsService,
    private readonly reserve: Pick<StorageReserve, 'isReached' | 'figures'>,
  ) {}

  /** Where the caller may upload anew, the newest first. */
  async failedUploads(ctx: OperationContext, page: Page): Promise<Paged<types.FailedUpload>> {
    const [modules, providers] = await this.organizations.visibility(ctx, [
      'modules:publish',
      'providers:write',
    ])
    return this.store.failedUploads(ctx, modules, providers, page)
  }

  /** Archives of engine versions whose last verification failed, the newest first; for those who manage the versions. */
  async failedVerifications(ctx: OperationContext, page: Page): Promise<Paged<types.FailedVerification>> {
    requirePermission(ctx, 'engine-versions:write')
    return this.store.failedVerifications(ctx, page)
  }

  /** Over the organizations that the caller belongs to, or over all for those who look after all. */
  async figures(ctx: OperationContext): Promise<types.Figures> {
    const [organizations, workspaces, modules] = await this.organizations.visibility(ctx, [
      'organizations:read',
      'workspaces:read',
      'modules:read',
    ])
    return this.store.figures(ctx, { organizations, workspaces, modules })
  }

  /** Which versions the visible workspaces are on, the most used first. */
  async usedEngineVersions(ctx: OperationContext, page: Page): Promise<Paged<types.UsedEngineVersion>> {
    const [visibility] = await this.organizations.visibility(ctx, ['workspaces:read'])
    const seesAll = allows(ctx.actor, 'engine-versions:read')
    return this.store.usedEngineVersions(ctx, seesAll ? 'all' : visibility, page)
  }

  /** Organizations whose workspace limit is reached or nearly so, the fullest first; for site administrators. */
  async fullOrganizations(ctx: OperationContext, page: Page): Promise<Paged<types.FullOrganization>> {
    requirePermission(ctx, 'site-organizations:read')
    return this.store.fullOrganizations(ctx, page)
  }

  /** The disk of the files, where its free bytes are so few that files are refused; for site administrators. */
  async fullDisks(ctx: OperationContext, page: Page): Promise<Paged<types.FullDisk>> {
    requirePermission(ctx, 'site-organizations:read')
    // One that cannot be asked now is a matter of the log.
    if (!(await this.reserve.isReached().catch(() => false))) return { items: [], totalCount: 0, page }
    const { free = 0, reserve } = await this.reserve.figures()
    const items = [{ id: 'files', freeBytes: free, reserveBytes: reserve }]
    return { items: page.number === 1 ? items.slice(0, page.size) : [], totalCount: 1, page }
  }

  /** Where workspaces are on versions that are deprecated or disabled, the most first; those that the caller may see. */
  async outdatedOrganizations(ctx: OperationContext, page: Page): Promise<Paged<types.OutdatedOrganization>> {
    const [visibility] = await this.organizations.visibility(ctx, ['workspaces:read'])
    return this.store.outdatedOrganizations(ctx, visibility, page)
  }

  /** Teams whose group of single sign-on is not allowed to its organization yet; for site administrators. */
  async unallowedSsoTeams(ctx: OperationContext, page: Page): Promise<Paged<types.UnallowedSsoTeam>> {
    requirePermission(ctx, 'site-organizations:read')
    return this.store.unallowedSsoTeams(ctx, page)
  }

  /** Public providers that are altered, signed by a new key, unverified or wanted, and origins that are unreachable for a day; for site administrators. */
  async publicProviderAlarms(ctx: OperationContext, page: Page): Promise<Paged<types.PublicProviderAlarm>> {
    requirePermission(ctx, 'public-providers:read')
    return this.store.publicProviderAlarms(ctx, page)
  }

  /** Of the modules that the caller looks after or belongs to, day by day, today among them. */
  async downloads(ctx: OperationContext, days: number): Promise<DownloadsHistory['days']> {
    const [visibility] = await this.organizations.visibility(ctx, ['modules:read'])
    return this.store.downloads(ctx, visibility, days)
  }
}
