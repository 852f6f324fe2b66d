import { isOrganizationName } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { orElse } from '../../kernel/errors.js'
import type { Permission } from '../../kernel/permissions.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import type { RegistrySharingService } from './registry-sharing.service.js'

/** Permissions in an organization that lead a caller from its former name. */
export type FormerNamePermission = Extract<Permission, 'organizations:read' | 'modules:use' | 'providers:use'>

/** Former names of organizations, which lead to renamed ones (contract §11). */
export class FormerNamesService {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly sharing: RegistrySharingService,
  ) {}

  /** Finds the present name; undefined for other names, and for callers who may not do there what they ask for. */
  async presentName(
    ctx: OperationContext,
    former: string,
    permission: FormerNamePermission,
  ): Promise<string | undefined> {
    const id = isOrganizationName(former) ? await this.organizations.idOfFormerName(ctx, former) : undefined
    if (id === undefined) return undefined
    const shared = () => this.sharing.access(ctx, { id }, permission)
    const access = await orElse(
      () => this.organizations.accessById(ctx, id, permission),
      () => orElse(shared, () => undefined),
    )
    return access?.organization.name
  }
}
