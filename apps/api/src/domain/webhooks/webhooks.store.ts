import type { Prisma } from '../../generated/prisma/client.js'
import { changeTime } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { paged, type Page, type Paged } from '../../kernel/page.js'
import { selectionOf, type StoreDatabase } from '../store.js'
import { webhook, type Webhook, type WebhookFacts } from './webhook.js'

/** All but the secrets. */
const columns = selectionOf(webhook)

type Row = Prisma.WebhookGetPayload<{ select: typeof columns }>

/** The sealed value of the receiver's own header; null without one. */
interface SealedHeader {
  readonly headerValue: string | null
}

export class WebhooksStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Lists webhooks by name; null is the site. */
  async list(ctx: OperationContext, organizationId: string | null, page: Page): Promise<Paged<Webhook>> {
    const { webhook } = this.database.of(ctx)
    const where = { organizationId }
    const orderBy: Prisma.WebhookOrderByWithRelationInput[] = [{ name: 'asc' }, { id: 'asc' }]
    return paged(
      page,
      () => webhook.count({ where }),
      async (range) => (await webhook.findMany({ where, select: columns, orderBy, ...range })).map(toWebhook),
    )
  }

  async find(ctx: OperationContext, id: string): Promise<Webhook | undefined> {
    const row = await this.database.of(ctx).webhook.findUnique({ where: { id }, select: columns })
    return row ? toWebhook(row) : undefined
  }

  /** Locks it until the transaction ends. */
  async lock(tx: OperationContext, id: string): Promise<void> {
    await this.database.of(tx).$executeRaw`SELECT id FROM webhooks WHERE id = ${id} FOR UPDATE`
  }

  async create(
    tx: OperationContext,
    facts: WebhookFacts & Pick<Webhook, 'id' | 'organizationId'> & { readonly secret: string } & SealedHeader,
  ): Promise<Webhook> {
    const now = tx.clock.now()
    const data = { ...facts, createdAt: now, updatedAt: now }
    return toWebhook(await this.database.of(tx).webhook.create({ data, select: columns }))
  }

  /** Updates a webhook; one that is enabled again starts without its past failures. */
  async update(
    tx: OperationContext,
    before: Webhook,
    facts: WebhookFacts & Partial<SealedHeader>,
  ): Promise<Webhook> {
    const isBack = facts.enabled && !before.enabled
    return this.write(tx, before, {
      ...facts,
      ...(isBack && { failingSince: null, disabledReason: null }),
    })
  }

  /** The present secret stays good until then. */
  async rotate(tx: OperationContext, before: Webhook, secret: string, until: Date): Promise<Webhook> {
    const { secret: formerSecret } = await this.database
      .of(tx)
      .webhook.findUniqueOrThrow({ where: { id: before.id }, select: { secret: true } })
    return this.write(tx, before, { secret, formerSecret, formerSecretUntil: until })
  }

  async disable(
    tx: OperationContext,
    before: Webhook,
    disabledReason: Webhook['disabledReason'],
  ): Promise<Webhook> {
    return this.write(tx, before, { enabled: false, disabledReason })
  }

  async delete(tx: OperationContext, id: string): Promise<void> {
    await this.database.of(tx).webhook.delete({ where: { id } })
  }

  /** The verified addresses of those who answer for it: site administrators, or the owners of its organization. */
  async addressesOf(ctx: OperationContext, { organizationId }: Webhook, most: number): Promise<string[]> {
    const rows = await this.database.of(ctx).user.findMany({
      where: {
        email: { not: null },
        emailProof: { not: null },
        suspendedAt: null,
        ...(organizationId === null
          ? { isSiteAdmin: true }
          : { teams: { some: { team: { organizationId, nameKey: 'owners' } } } }),
      },
      orderBy: { id: 'asc' },
      take: most,
      select: { email: true },
    })
    return rows.flatMap(({ email }) => email ?? [])
  }

  private async write(
    tx: OperationContext,
    { id, updatedAt: previous }: Webhook,
    change: Prisma.WebhookUpdateInput,
  ): Promise<Webhook> {
    const data = { ...change, updatedAt: changeTime(tx.clock, previous) }
    return toWebhook(await this.database.of(tx).webhook.update({ where: { id }, data, select: columns }))
  }
}

const toWebhook = ({ disabledReason, ...row }: Row): Webhook => ({
  ...row,
  disabledReason: disabledReason as Webhook['disabledReason'],
})
