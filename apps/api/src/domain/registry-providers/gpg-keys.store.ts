import type { Prisma } from '../../generated/prisma/client.js'
import { changeTime } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import { paged, pagedByParent, rangeOf, type Page, type Paged } from '../../kernel/page.js'
import { db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { GpgKey } from './gpg-key.js'

/** Relations that a key's row is read with. */
export const withNamespace = { organization: { select: { name: true } } } satisfies Prisma.GpgKeyInclude

type Row = Prisma.GpgKeyGetPayload<{ include: typeof withNamespace }>

/** No organization has as many that sign. */
const mostLookedThrough = 100

export class GpgKeysStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Lists keys by namespace, then by key id. */
  async listOfOrganizations(
    ctx: OperationContext,
    organizationIds: readonly string[],
    page: Page,
  ): Promise<Paged<GpgKey>> {
    const { gpgKey } = this.database.of(ctx)
    const where = { organizationId: { in: [...organizationIds] } }
    const orderBy: Prisma.GpgKeyOrderByWithRelationInput[] = [
      { organization: { name: 'asc' } },
      { keyId: 'asc' },
    ]
    return paged(
      page,
      () => gpgKey.count({ where }),
      async (range) =>
        (await gpgKey.findMany({ where, orderBy, include: withNamespace, ...range })).map(toKey),
    )
  }

  /** The same page of the list of each of these organizations. */
  async listOfMany(
    ctx: OperationContext,
    organizationIds: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<GpgKey>>> {
    const rows = await this.database.of(ctx).organization.findMany({
      where: { id: { in: [...organizationIds] } },
      select: {
        id: true,
        gpgKeys: { orderBy: { keyId: 'asc' }, include: withNamespace, ...rangeOf(page) },
        _count: { select: { gpgKeys: true } },
      },
    })
    return pagedByParent(page, rows, ({ gpgKeys, _count }) => [gpgKeys.map(toKey), _count.gpgKeys])
  }

  async findIn(ctx: OperationContext, organizationId: string, keyId: string): Promise<GpgKey | undefined> {
    const row = await this.database.of(ctx).gpgKey.findUnique({
      where: { organizationId_keyId: { organizationId, keyId } },
      include: withNamespace,
    })
    return row ? toKey(row) : undefined
  }

  /** Some of an organization, the newest first: those that are looked through for a subkey. */
  async listIn(ctx: OperationContext, organizationId: string): Promise<readonly GpgKey[]> {
    const rows = await this.database.of(ctx).gpgKey.findMany({
      where: { organizationId },
      include: withNamespace,
      orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
      take: mostLookedThrough,
    })
    return rows.map(toKey)
  }

  async find(ctx: OperationContext, id: string): Promise<GpgKey | undefined> {
    const row = await this.database.of(ctx).gpgKey.findUnique({ where: { id }, include: withNamespace })
    return row ? toKey(row) : undefined
  }

  /** Locks the key until the transaction ends. */
  async lock(ctx: OperationContext, id: string): Promise<void> {
    await this.database.of(ctx).$executeRaw`SELECT id FROM gpg_keys WHERE id = ${id} FOR UPDATE`
  }

  /** Finds the id of a key and locks it until the transaction ends; undefined if no key has this key id. */
  async lockIn(ctx: OperationContext, organizationId: string, keyId: string): Promise<string | undefined> {
    const key = db
      .selectFrom('gpg_keys')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('key_id', '=', keyId)
      .forShare()
    return (await rowsOf(this.database.of(ctx), key))[0]?.id
  }

  /** Locks the organization until the transaction ends: no other key is added, no version settled by its keys. */
  async lockOrganization(ctx: OperationContext, organizationId: string): Promise<void> {
    await this.database.of(ctx)
      .$executeRaw`SELECT id FROM organizations WHERE id = ${organizationId} FOR UPDATE`
  }

  async create(
    ctx: OperationContext,
    facts: Pick<GpgKey, 'organizationId' | 'keyId' | 'asciiArmor'>,
  ): Promise<GpgKey> {
    const now = ctx.clock.now()
    const data = { ...facts, id: newId('gpg'), createdAt: now, updatedAt: now }
    return this.write('asciiArmor', () =>
      this.database.of(ctx).gpgKey.create({ data, include: withNamespace }),
    )
  }

  async move(ctx: OperationContext, before: GpgKey, organizationId: string): Promise<GpgKey> {
    const data = { organizationId, updatedAt: changeTime(ctx.clock, before.updatedAt) }
    const where = { id: before.id }
    return this.write('namespace', () =>
      this.database.of(ctx).gpgKey.update({ where, data, include: withNamespace }),
    )
  }

  async delete(ctx: OperationContext, id: string): Promise<void> {
    await this.database.of(ctx).gpgKey.delete({ where: { id } })
  }

  private async write(attribute: string, statement: () => Promise<Row>): Promise<GpgKey> {
    try {
      return toKey(await statement())
    } catch (error) {
      if (this.database.violatedConstraint(error) === 'gpg_keys_organization_id_key_id_key')
        throw invalid({ ...faults.taken('keyId'), path: [attribute] })
      throw error
    }
  }
}

export function toKey({ organization, ...row }: Row): GpgKey {
  return { ...row, namespace: organization.name }
}
