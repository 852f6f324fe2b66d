import { webhookTestType } from '@engine/shared'
import { later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { found, invalid, requireUnchanged, unauthenticated } from '../../kernel/errors.js'
import { isId, newId } from '../../kernel/ids.js'
import { merged, parseChange, parseCreation, type Raw } from '../../kernel/input.js'
import type { Page, Paged } from '../../kernel/page.js'
import { denied, requirePermission, siteRoleOf, type Permission } from '../../kernel/permissions.js'
import type { WebhookSignatures } from '../../kernel/secrets.js'
import type { Sealer } from '../../kernel/signing.js'
import type { AuditEntry } from '../audit/audit.js'
import { requireFreshSignIn } from '../../kernel/fresh-sign-in.js'
import { inOneLine, type UserMail } from '../people/user-mail.js'
import type { Organization } from '../organizations/organization.js'
import type { SharedParts } from '../shared-parts.js'
import type { WebhookOutbox } from './webhook-outbox.js'
import * as rules from './webhook.js'
import type { Webhook } from './webhook.js'
import type { WebhooksStore } from './webhooks.store.js'

/** Owner of webhooks: the site, or one organization that the caller may see them of. */
export interface WebhookScope {
  readonly organization: Pick<Organization, 'id' | 'name'> | null
  /** A site administrator acts as an owner there. */
  readonly administratorOverride: boolean
}

export interface WebhookAccess extends WebhookScope {
  readonly webhook: Webhook
}

export interface WebhookWithSecret {
  readonly webhook: Webhook
  /** Known in this one answer alone; null for the token of a team, as is the value of its header. */
  readonly secret: string | null
  readonly headerValue: string | null
}

const site: WebhookScope = { organization: null, administratorOverride: false }

export interface WebhookParts extends SharedParts {
  readonly store: WebhooksStore
  readonly outbox: WebhookOutbox
  readonly mail: UserMail
  readonly signatures: WebhookSignatures
  readonly sealer: Sealer
}

/**
 * Webhooks, which decide where events are sent to: for site administrators, and for the owners of an
 * organization.
 */
export class WebhooksService {
  constructor(private readonly parts: WebhookParts) {}

  /** Looks up and authorises in one step; without a name it is the site. */
  async scope(
    ctx: OperationContext,
    organization: string | undefined,
    permission: Permission,
  ): Promise<WebhookScope> {
    if (organization === undefined) {
      requirePermission(ctx, permission)
      return site
    }
    return this.parts.organizations.access(ctx, organization, permission)
  }

  async find(
    ctx: OperationContext,
    id: string,
    permission: Permission = 'webhooks:read',
  ): Promise<WebhookAccess> {
    requireBearer(ctx)
    const webhook = found(isId('wh', id) ? await this.parts.store.find(ctx, id) : undefined)
    const { organizationId } = webhook
    if (organizationId === null) {
      requirePermission(ctx, permission)
      return { ...site, webhook }
    }
    const access = await this.parts.organizations.accessById(ctx, organizationId, permission)
    return { ...access, webhook }
  }

  /** Lists webhooks by name. */
  async list(ctx: OperationContext, { organization }: WebhookScope, page: Page): Promise<Paged<Webhook>> {
    return this.parts.store.list(ctx, organization?.id ?? null, page)
  }

  /** A secret may be given, for automation; the token of a team, which may be in many hands, is shown none. */
  async create(
    ctx: OperationContext,
    organization: string | undefined,
    raw: Raw<typeof rules.webhookCreation>,
  ): Promise<WebhookWithSecret> {
    const { store, signatures, sealer, transactions, quotas } = this.parts
    const id = newId('wh')
    return transactions.run(ctx, async (tx) => {
      const access = await this.scope(tx, organization, 'webhooks:write')
      const organizationId = access.organization?.id ?? null
      const {
        secret: given,
        headerValue = null,
        headerName = null,
        ...input
      } = parseCreation(
        rules.webhookCreation,
        raw,
        ({ url = '', headerName: name = null, headerValue: value }) =>
          rules.faultsOfHeader({ after: { headerName: name, url }, value }),
      )
      requireFreshSignIn(tx)
      const secret = given ?? signatures.create()
      const facts = { ...input, headerName, enabled: input.enabled ?? true, id, organizationId }
      const type = organizationId === null ? 'site' : 'organization'
      await quotas.requireRoom(tx, 'webhooks', { type, id: organizationId })
      const sealed = { secret: sealer.seal(secret, id), headerValue: this.sealedHeader(id, headerValue) }
      const webhook = await store.create(tx, { ...facts, ...sealed })
      await this.record(tx, 'webhook.create', { ...access, webhook }, { after: webhook })
      await this.announce(tx, access, {
        subject: 'A new webhook',
        text: `The webhook ${inOneLine(webhook.name)} was made`,
      })
      const isShown = siteRoleOf(ctx.actor) !== 'service'
      return { webhook, secret: isShown ? secret : null, headerValue: isShown ? headerValue : null }
    })
  }

  /** Updates a webhook; absent attributes do not change. `expectedUpdatedAt` prevents lost updates. */
  async update(
    ctx: OperationContext,
    id: string,
    raw: Raw<typeof rules.webhookChange>,
    expectedUpdatedAt?: Date,
  ): Promise<Webhook> {
    return this.parts.transactions.run(ctx, async (tx) => {
      const access = await this.lock(tx, id, expectedUpdatedAt)
      const { webhook: before } = access
      const { headerValue, ...change } = parseChange(rules.webhookChange, raw)
      // As powerful as creating a webhook.
      if (change.url !== undefined && change.url !== before.url) requireFreshSignIn(tx)
      const facts = merged(rules.shownChange, before, change)
      const wrong = rules.faultsOfHeader({ before, after: facts, value: headerValue })
      if (wrong.length > 0) throw invalid(...wrong)
      const value = facts.headerName === null ? null : headerValue
      const after = await this.parts.store.update(tx, before, {
        ...facts,
        ...(value !== undefined && { headerValue: this.sealedHeader(id, value) }),
      })
      await this.record(tx, 'webhook.update', access, { before, after })
      return after
    })
  }

  /** Deletes a webhook with its deliveries, pending ones included. */
  async delete(ctx: OperationContext, id: string, expectedUpdatedAt?: Date): Promise<void> {
    await this.parts.transactions.run(ctx, async (tx) => {
      const access = await this.lock(tx, id, expectedUpdatedAt)
      await this.parts.store.delete(tx, id)
      await this.record(tx, 'webhook.delete', access, { before: access.webhook })
    })
  }

  /**
   * Rotates the secret; for a day the former one signs too. Refuses the token of a team, which would see no
   * secret.
   */
  async rotateSecret(ctx: OperationContext, id: string): Promise<WebhookWithSecret> {
    const { store, signatures, sealer, transactions } = this.parts
    const secret = signatures.create()
    return transactions.run(ctx, async (tx) => {
      const access = await this.lock(tx, id)
      if (siteRoleOf(tx.actor) === 'service') throw denied(tx, 'webhooks:write', access.organization?.id)
      requireFreshSignIn(tx)
      const until = later(tx.clock.now(), rules.formerSecretLifetime)
      const webhook = await store.rotate(tx, access.webhook, sealer.seal(secret, id), until)
      await this.record(tx, 'webhook.rotate-secret', access)
      await this.announce(tx, access, {
        subject: 'A new secret of a webhook',
        text: `The secret of the webhook ${inOneLine(webhook.name)} was rotated`,
      })
      return { webhook, secret, headerValue: null }
    })
  }

  private sealedHeader(id: string, value: string | null): string | null {
    return value === null ? null : this.parts.sealer.seal(value, id)
  }

  /** Queues an event that says nothing, and returns the id of its delivery. */
  async test(ctx: OperationContext, id: string): Promise<string> {
    return this.parts.transactions.run(ctx, async (tx) => {
      const access = await this.lock(tx, id)
      const { webhook } = access
      if (!webhook.enabled) throw invalid(rules.isDisabled)
      const subject = rules.webhookSubject(webhook)
      const event = { type: webhookTestType, subject, attributes: {} } as const
      const delivery = await this.parts.outbox.send(tx, id, event)
      await this.record(tx, 'webhook.test', access)
      return delivery
    })
  }

  /** Locks a webhook for a change until the transaction ends. */
  private async lock(tx: OperationContext, id: string, expectedUpdatedAt?: Date): Promise<WebhookAccess> {
    if (isId('wh', id)) await this.parts.store.lock(tx, id)
    const access = await this.find(tx, id, 'webhooks:write')
    requireUnchanged(access.webhook, expectedUpdatedAt)
    return access
  }

  /** Sends a mail to the person who acts. */
  private async announce(
    tx: OperationContext,
    { organization }: WebhookScope,
    { subject, text }: { readonly subject: string; readonly text: string },
  ): Promise<void> {
    const where = organization ? ` in the organization ${organization.name}` : ' of this site'
    await this.parts.mail.announceAct(tx, { subject, text: `${text}${where}.` })
  }

  private async record(
    tx: OperationContext,
    action: AuditEntry['action'],
    { webhook, administratorOverride }: Pick<WebhookAccess, 'webhook' | 'administratorOverride'>,
    change: Pick<AuditEntry, 'before' | 'after'> = {},
  ): Promise<void> {
    const organizationId = webhook.organizationId ?? undefined
    const subject = rules.webhookSubject(webhook)
    await this.parts.audit.record(tx, { action, subject, organizationId, administratorOverride, ...change })
  }
}

function requireBearer({ actor }: OperationContext): void {
  if (actor.type === 'anonymous') throw unauthenticated()
}
