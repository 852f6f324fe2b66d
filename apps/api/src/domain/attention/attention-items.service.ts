import { later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, found, invalid, notFound } from '../../kernel/errors.js'
import type { Page, Paged } from '../../kernel/page.js'
import { allows } from '../../kernel/permissions.js'
import type { StorageReserve } from '../../kernel/storage-reserve.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditEntry } from '../audit/audit.js'
import type { AuditService } from '../audit/audit.service.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import {
  longestPostponement,
  type AttentionCount,
  type AttentionFilter,
  type AttentionItem,
  type AttentionOrder,
} from './attention-item.js'
import type { AttentionItemsStore } from './attention-items.store.js'
import type { AttentionSight } from './attention-sources.store.js'

interface Parts {
  readonly items: AttentionItemsStore
  readonly organizations: OrganizationsService
  readonly transactions: Transactions
  readonly audit: AuditService
  readonly reserve: Pick<StorageReserve, 'isReached' | 'figures'>
}

/** The queue of what needs attention: failures and warnings, shown to the users who can repair them. */
export class AttentionItemsService {
  constructor(private readonly parts: Parts) {}

  async list(
    ctx: OperationContext,
    filter: AttentionFilter,
    order: AttentionOrder,
    page: Page,
  ): Promise<Paged<AttentionItem> & { readonly counts: readonly AttentionCount[] }> {
    return this.parts.items.list(ctx, await this.sightOf(ctx), filter, order, page)
  }

  /** Assigns an item to the caller; all who see it see that. */
  async take(ctx: OperationContext, id: string): Promise<AttentionItem> {
    const userId = requirePerson(ctx)
    return this.change(ctx, id, 'attention.take', (tx) => this.parts.items.assign(tx, id, userId))
  }

  /** Ends the assignment of an item, also that of another person. */
  async release(ctx: OperationContext, id: string): Promise<AttentionItem> {
    requirePerson(ctx)
    return this.change(ctx, id, 'attention.release', (tx) => this.parts.items.release(tx, id))
  }

  /** Puts an item off for the caller alone, so without an entry in the audit log; null ends that. */
  async postpone(ctx: OperationContext, id: string, until: Date | null): Promise<AttentionItem> {
    const { items, transactions } = this.parts
    const userId = requirePerson(ctx)
    const now = ctx.clock.now()
    if (until && (until <= now || until > later(now, longestPostponement)))
      throw invalid({
        ...faults.invalid('until'),
        message: 'Until is invalid: choose a time in the future, a year from now at most',
      })
    const sight = await this.sightOf(ctx)
    return transactions.run(ctx, async (tx) => {
      found(await items.find(tx, sight, id))
      await items.postpone(tx, id, userId, until)
      return found(await items.find(tx, sight, id))
    })
  }

  /** Puts a failed upload away, for all who may repeat it. */
  async putAway(ctx: OperationContext, versionId: string): Promise<void> {
    const { items, transactions, audit } = this.parts
    const sight = await this.sightOf(ctx)
    await transactions.run(ctx, async (tx) => {
      const item = found(await items.find(tx, sight, `upload-failed:${versionId}`))
      await items.putAway(tx, versionId)
      const kind = item.provider === null ? 'registry-provider-version' : 'module-version'
      await audit.record(tx, {
        action: `${kind}.put-away`,
        subject: { type: kind, id: versionId, name: nameOf(item) },
        organizationId: item.organizationId ?? undefined,
        before: { error: item.detail },
      })
    })
  }

  private async change(
    ctx: OperationContext,
    id: string,
    action: Extract<AuditEntry['action'], `attention.${string}`>,
    work: (tx: OperationContext) => Promise<void>,
  ): Promise<AttentionItem> {
    const { items, transactions, audit } = this.parts
    const sight = await this.sightOf(ctx)
    return transactions.run(ctx, async (tx) => {
      const before = found(await items.find(tx, sight, id))
      await work(tx)
      const after = found(await items.find(tx, sight, id))
      await audit.record(tx, {
        action,
        subject: { type: 'attention-item', id, name: titleOf(after) },
        organizationId: after.organizationId ?? undefined,
        before: { assignee: before.assignee },
        after: { assignee: after.assignee },
      })
      return after
    })
  }

  private async sightOf(ctx: OperationContext): Promise<AttentionSight> {
    const { actor } = ctx
    const [modules, providers, workspaces, memberships] = await this.parts.organizations.visibility(ctx, [
      'modules:publish',
      'providers:write',
      'workspaces:read',
      'memberships:write',
    ])
    const organizations = allows(actor, 'site-organizations:read')
    return {
      ...{ modules, providers, workspaces, memberships, organizations },
      tokensOf: actor.type === 'user' && allows(actor, 'authentication-tokens:read') ? actor.id : undefined,
      engineVersions: allows(actor, 'engine-versions:write'),
      publicProviders: allows(actor, 'public-providers:read'),
      fullDisk: organizations ? await this.fullDisk() : undefined,
    }
  }

  /** The disk of the files, where its free bytes are so few that files are refused. */
  private async fullDisk(): Promise<AttentionSight['fullDisk']> {
    const { reserve } = this.parts
    // One that cannot be asked now is a matter of the log.
    if (!(await reserve.isReached().catch(() => false))) return undefined
    const { free = 0, reserve: least } = await reserve.figures()
    return { free, reserve: least }
  }
}

function requirePerson({ actor }: OperationContext): string {
  if (actor.type !== 'user') throw notFound()
  return actor.id
}

/** `upload failed: acme/network/aws 1.0.0`. */
function titleOf(item: AttentionItem): string {
  return `${item.kind.replaceAll('-', ' ')}: ${nameOf(item)}`
}

/** `acme/network/aws 1.0.0`, with the parts that it has. */
function nameOf({ kind, organization, name, provider, version }: AttentionItem): string {
  const isPart = kind === 'upload-failed' || kind === 'group-not-allowed'
  const path = [isPart ? organization : null, name, provider].filter((part) => part !== null).join('/')
  return kind === 'upload-failed' || kind === 'verification-failed' ? `${path} ${version}` : path
}
