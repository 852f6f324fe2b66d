import { days, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, found, type DomainError, invalid, notFound } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import { parseCreation, type Raw } from '../../kernel/input.js'
import type { Page, Paged } from '../../kernel/page.js'
import { requirePermission } from '../../kernel/permissions.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditAction } from '@engine/shared'
import type { AuditEntry } from '../audit/audit.js'
import type { AuditService } from '../audit/audit.service.js'
import type { MaintenanceTask, ShouldContinue } from '../maintenance/maintenance.js'
import type { Organization } from '../organizations/organization.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import { mostOpen, sharingRequestCreation, type SharingRequest } from './sharing-request.js'
import type { SharingRequestsStore } from './sharing-requests.store.js'

/** Lifetime of a request without an answer, so that requests for what does not exist do not stay forever. */
const openFor = days(30)

/** Number of requests in one statement, so that no statement takes long. */
const batchSize = 500

const tooMany = (): DomainError =>
  invalid({
    path: [],
    code: 'INVALID',
    message: `${mostOpen} requests are open. Withdraw one, or wait for an answer`,
  })

/**
 * Owners ask site administrators that another organization shares its modules with theirs. Names of organizations are
 * secret: what is answered is the same whether there is one of that name or not, and administrators see only those
 * requests that they can answer (docs/areas/webhooks-and-inbox.md).
 */
export class SharingRequestsService implements MaintenanceTask {
  readonly name = 'sharing-requests'
  readonly every = days(1)

  constructor(
    private readonly store: SharingRequestsStore,
    private readonly organizations: OrganizationsService,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
  ) {}

  /** The open ones of each of these organizations, newest first; those where the caller may not ask are left out. */
  async listOfMany(
    ctx: OperationContext,
    ids: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<SharingRequest>>> {
    const own = await this.organizations.accessMany(ctx, ids, 'organizations:write')
    return this.store.listOfMany(ctx, [...own.keys()], page)
  }

  /** Creates a request for an organization by its name. */
  async create(
    ctx: OperationContext,
    name: string,
    raw: Raw<typeof sharingRequestCreation>,
  ): Promise<SharingRequest> {
    return this.transactions.run(ctx, async (tx) => {
      const { id: organizationId } = (await this.organizations.access(tx, name, 'organizations:write'))
        .organization
      await this.store.lock(tx, organizationId)
      const access = await this.organizations.accessById(tx, organizationId, 'organizations:write')
      const { producer, reason } = parseCreation(sharingRequestCreation, raw)
      await this.requireUnknown(tx, organizationId, producer)
      if ((await this.store.countOpen(tx, organizationId)) >= mostOpen) throw tooMany()
      const { actor } = tx
      const askedById = actor.type === 'user' ? actor.id : null
      const askedByName = actor.type === 'anonymous' ? '' : actor.name
      const request = await this.store.create(tx, {
        ...{ organizationId, producer, reason, askedById, askedByName },
      })
      await this.audit.record(
        { ...tx, reason },
        {
          ...entry('sharing-request.create', access.organization),
          administratorOverride: access.administratorOverride,
          after: { producer },
        },
      )
      return request
    })
  }

  /** Throws if the organization may already use what it asks for. */
  private async requireUnknown(
    tx: OperationContext,
    organizationId: string,
    producer: string,
  ): Promise<void> {
    const known = await this.store.knownOf(tx, organizationId, producer)
    if (known === undefined) return
    const message =
      known === 'own' ? 'This is your own organization' : `${producer} shares its modules already`
    throw invalid({ ...faults.invalid('producer'), message })
  }

  /** Takes it back, for those who may ask. */
  async withdraw(ctx: OperationContext, id: string): Promise<void> {
    await this.transactions.run(ctx, async (tx) => {
      const request = await this.find(tx, id)
      const { organization, administratorOverride } = await this.organizations.accessById(
        tx,
        request.organizationId,
        'organizations:write',
      )
      const action = 'sharing-request.withdraw'
      await this.end(tx, request, { ...entry(action, organization), administratorOverride })
    })
  }

  /** Says no, and why; for site administrators. */
  async decline(ctx: OperationContext, id: string): Promise<void> {
    requirePermission(ctx, 'site-organizations:write')
    await this.transactions.run(ctx, async (tx) => {
      const request = await this.find(tx, id)
      if (!(await this.store.hasProducer(tx, id))) throw notFound()
      if (!tx.reason?.trim()) throw invalid(faults.blank('reason'))
      const [organization] = await this.organizations.findMany(tx, [request.organizationId])
      await this.end(tx, request, entry('sharing-request.decline', found(organization)))
    })
  }

  private async find(tx: OperationContext, id: string): Promise<SharingRequest> {
    return found(isId('shreq', id) ? await this.store.find(tx, id) : undefined)
  }

  private async end(tx: OperationContext, request: SharingRequest, row: AuditEntry): Promise<void> {
    if (!(await this.store.delete(tx, request.id))) throw notFound()
    const { producer, reason, askedById, askedByName } = request
    await this.audit.record(tx, { ...row, before: { producer, reason, askedById, askedByName } })
  }

  /** Deletes those that have no answer. */
  async run(ctx: OperationContext, shouldContinue: ShouldContinue): Promise<void> {
    const before = later(ctx.clock.now(), -openFor)
    while ((await this.store.prune(ctx, before, batchSize)) === batchSize && (await shouldContinue()));
  }
}

const entry = (action: AuditAction, { id, name }: Organization): AuditEntry => ({
  action,
  subject: { type: 'organization', id, name },
  organizationId: id,
})
