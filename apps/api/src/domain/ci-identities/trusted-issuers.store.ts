import type { Prisma } from '../../generated/prisma/client.js'
import { changeTime } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid } from '../../kernel/errors.js'
import { paged, type Page, type Paged } from '../../kernel/page.js'
import type { StoreDatabase } from '../store.js'
import type { IssuerKind } from './issuer-kind.js'
import type { KnownIssuer, TrustedIssuer, TrustedIssuerFacts } from './trusted-issuer.js'

const columns = {
  id: true,
  name: true,
  issuer: true,
  kind: true,
  jwksUrl: true,
  audiences: true,
  forAll: true,
  enabled: true,
  createdAt: true,
  updatedAt: true,
  organizations: {
    select: { organization: { select: { name: true } } },
    orderBy: { organization: { name: 'asc' } },
  },
} satisfies Prisma.TrustedIssuerSelect

const known = { id: true, name: true, issuer: true, kind: true } satisfies Prisma.TrustedIssuerSelect

type Row = Prisma.TrustedIssuerGetPayload<{ select: typeof columns }>

const byName: Prisma.TrustedIssuerOrderByWithRelationInput[] = [{ name: 'asc' }, { id: 'asc' }]

/** Selects those that an organization may use. */
const forOrganization = (organizationId: string): Prisma.TrustedIssuerWhereInput => ({
  enabled: true,
  OR: [{ forAll: true }, { organizations: { some: { organizationId } } }],
})

export class TrustedIssuersStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Lists all, by name. */
  async list(ctx: OperationContext, page: Page): Promise<Paged<TrustedIssuer>> {
    const { trustedIssuer } = this.database.of(ctx)
    return paged(
      page,
      () => trustedIssuer.count(),
      async (range) =>
        (await trustedIssuer.findMany({ select: columns, orderBy: byName, ...range })).map(toIssuer),
    )
  }

  /** Lists the enabled ones that an organization may use, by name. */
  async listFor(ctx: OperationContext, organizationId: string, page: Page): Promise<Paged<KnownIssuer>> {
    const { trustedIssuer } = this.database.of(ctx)
    const where = forOrganization(organizationId)
    return paged(
      page,
      () => trustedIssuer.count({ where }),
      async (range) =>
        (await trustedIssuer.findMany({ where, select: known, orderBy: byName, ...range })).map(toKnown),
    )
  }

  async findFor(ctx: OperationContext, organizationId: string, id: string): Promise<KnownIssuer | undefined> {
    const where = { id, ...forOrganization(organizationId) }
    const row = await this.database.of(ctx).trustedIssuer.findFirst({ where, select: known })
    return row ? toKnown(row) : undefined
  }

  /** Finds these, whether they are enabled or not. */
  async findMany(ctx: OperationContext, ids: readonly string[]): Promise<ReadonlyMap<string, KnownIssuer>> {
    const where = { id: { in: [...ids] } }
    const rows = await this.database.of(ctx).trustedIssuer.findMany({ where, select: known })
    return new Map(rows.map((row) => [row.id, toKnown(row)]))
  }

  async find(ctx: OperationContext, id: string): Promise<TrustedIssuer | undefined> {
    const row = await this.database.of(ctx).trustedIssuer.findUnique({ where: { id }, select: columns })
    return row ? toIssuer(row) : undefined
  }

  /** Finds the enabled one whose tokens say this of themselves. */
  async findByIssuer(ctx: OperationContext, issuer: string): Promise<TrustedIssuer | undefined> {
    const where = { issuer, enabled: true }
    const row = await this.database.of(ctx).trustedIssuer.findFirst({ where, select: columns })
    return row ? toIssuer(row) : undefined
  }

  /** Finds the ids of organizations, by their names in lower case. */
  async organizationIds(
    ctx: OperationContext,
    names: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const nameKey = { in: names.map((name) => name.toLowerCase()) }
    const select = { id: true, nameKey: true } as const
    const rows = await this.database.of(ctx).organization.findMany({ where: { nameKey }, select })
    return new Map(rows.map((row) => [row.nameKey, row.id]))
  }

  async lock(tx: OperationContext, id: string): Promise<void> {
    await this.database.of(tx).$executeRaw`SELECT id FROM trusted_issuers WHERE id = ${id} FOR UPDATE`
  }

  /** Locks an issuer against changes until the transaction ends; false where it has changed since. */
  async lockIfUnchanged(tx: OperationContext, { id, updatedAt }: TrustedIssuer): Promise<boolean> {
    const locked = await this.database.of(tx)
      .$executeRaw`SELECT id FROM trusted_issuers WHERE id = ${id} AND updated_at = ${updatedAt} FOR SHARE`
    return locked === 1
  }

  async create(
    tx: OperationContext,
    id: string,
    facts: TrustedIssuerFacts,
    organizationIds: readonly string[] | null,
  ): Promise<TrustedIssuer> {
    const now = tx.clock.now()
    const data = { ...written(facts, organizationIds), id, createdAt: now, updatedAt: now }
    return this.orTaken(this.database.of(tx).trustedIssuer.create({ data, select: columns }))
  }

  async update(
    tx: OperationContext,
    { id, updatedAt }: TrustedIssuer,
    facts: TrustedIssuerFacts,
    organizationIds: readonly string[] | null,
  ): Promise<TrustedIssuer> {
    const { trustedIssuer, trustedIssuerOrganization } = this.database.of(tx)
    await trustedIssuerOrganization.deleteMany({ where: { trustedIssuerId: id } })
    const data = { ...written(facts, organizationIds), updatedAt: changeTime(tx.clock, updatedAt) }
    return this.orTaken(trustedIssuer.update({ where: { id }, data, select: columns }))
  }

  async delete(tx: OperationContext, id: string): Promise<void> {
    await this.database.of(tx).trustedIssuer.delete({ where: { id } })
  }

  private async orTaken(writing: Promise<Row>): Promise<TrustedIssuer> {
    try {
      return toIssuer(await writing)
    } catch (error) {
      const isTaken = this.database.violatedConstraint(error) === 'trusted_issuers_issuer_key'
      throw isTaken ? invalid(faults.taken('issuer')) : error
    }
  }
}

const written = (facts: TrustedIssuerFacts, organizationIds: readonly string[] | null) => ({
  ...facts,
  audiences: [...facts.audiences],
  forAll: organizationIds === null,
  organizations: { create: (organizationIds ?? []).map((organizationId) => ({ organizationId })) },
})

const toKnown = (row: Prisma.TrustedIssuerGetPayload<{ select: typeof known }>): KnownIssuer => ({
  ...row,
  kind: row.kind as IssuerKind,
})

const toIssuer = ({ forAll, organizations, kind, ...row }: Row): TrustedIssuer => ({
  ...row,
  kind: kind as IssuerKind,
  organizations: forAll ? null : organizations.map(({ organization }) => organization.name),
})
