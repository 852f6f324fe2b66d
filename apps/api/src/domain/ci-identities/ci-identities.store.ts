import type { Prisma } from '../../generated/prisma/client.js'
import { changeTime } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid, notFound } from '../../kernel/errors.js'
import { paged, type Page, type Paged } from '../../kernel/page.js'
import { selectionOf, type StoreDatabase } from '../store.js'
import { ciIdentity, mostCompared, type CiIdentity, type CiIdentityFacts } from './ci-identity.js'
import { anchorOf, type ClaimPatterns } from './claim-patterns.js'

const columns = selectionOf(ciIdentity)

type Row = Prisma.CiIdentityGetPayload<{ select: typeof columns }>

/** An identity with the team that its tokens act as. */
export interface IdentityOfTeam extends CiIdentity {
  readonly team: { readonly id: string; readonly name: string; readonly organizationId: string }
}

/** A query for the identities of a token: by its claims, and by the names that its caller gave. */
export interface IdentityQuery {
  readonly trustedIssuerId: string
  /** Keys in lower case: claims that must match exactly are compared afterwards. */
  readonly anchorKeys: readonly string[]
  /** The names of the organizations that the issuer is for; null: all. */
  readonly organizations: readonly string[] | null
  readonly organization?: string | undefined
  readonly name?: string | undefined
}

const ofTeam = {
  ...columns,
  team: { select: { id: true, name: true, organizationId: true } },
} satisfies Prisma.CiIdentitySelect

export class CiIdentitiesStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Lists those of an organization, by name. */
  async list(ctx: OperationContext, organizationId: string, page: Page): Promise<Paged<CiIdentity>> {
    const { ciIdentity: identities } = this.database.of(ctx)
    const where = { organizationId }
    const orderBy = { name: 'asc' } as const
    return paged(
      page,
      () => identities.count({ where }),
      async (range) =>
        (await identities.findMany({ where, select: columns, orderBy, ...range })).map(toIdentity),
    )
  }

  /** Lists those of an organization and an issuer, by name; at most `mostCompared`. */
  async listOfIssuer(
    ctx: OperationContext,
    organizationId: string,
    trustedIssuerId: string,
  ): Promise<readonly CiIdentity[]> {
    const rows = await this.database.of(ctx).ciIdentity.findMany({
      where: { organizationId, trustedIssuerId },
      orderBy: { name: 'asc' },
      take: mostCompared,
      select: columns,
    })
    return rows.map(toIdentity)
  }

  async find(ctx: OperationContext, id: string): Promise<CiIdentity | undefined> {
    const row = await this.database.of(ctx).ciIdentity.findUnique({ where: { id }, select: columns })
    return row ? toIdentity(row) : undefined
  }

  /** Finds the enabled ones of an issuer that a claim leads to, of organizations that may use it; at most one too many. */
  async findCandidates(
    ctx: OperationContext,
    { trustedIssuerId, anchorKeys, organizations, organization, name }: IdentityQuery,
  ): Promise<IdentityOfTeam[]> {
    const rows = await this.database.of(ctx).ciIdentity.findMany({
      where: {
        trustedIssuerId,
        enabled: true,
        anchorKey: { in: [...anchorKeys] },
        ...(name !== undefined && { nameKey: name.toLowerCase() }),
        organization: {
          isDisabled: false,
          ...(organization !== undefined && { nameKey: organization.toLowerCase() }),
          ...(organizations && { name: { in: [...organizations] } }),
        },
      },
      orderBy: { id: 'asc' },
      take: mostCompared + 1,
      select: ofTeam,
    })
    return rows.map((row) => ({ ...toIdentity(row), team: row.team }))
  }

  async lock(tx: OperationContext, id: string): Promise<void> {
    await this.database.of(tx).$executeRaw`SELECT id FROM ci_identities WHERE id = ${id} FOR UPDATE`
  }

  /** Marks the use of an identity; false where it has changed since. Other uses wait until the transaction ends. */
  async markUsed(tx: OperationContext, { id, updatedAt }: CiIdentity): Promise<boolean> {
    const data = { lastUsedAt: tx.clock.now() }
    return (await this.database.of(tx).ciIdentity.updateMany({ where: { id, updatedAt }, data })).count === 1
  }

  async create(
    tx: OperationContext,
    facts: CiIdentityFacts & Pick<CiIdentity, 'id' | 'organizationId'>,
    naming: readonly string[],
  ): Promise<CiIdentity> {
    const now = tx.clock.now()
    const { id, organizationId } = facts
    const data = { ...written(facts, naming), id, organizationId, createdAt: now, updatedAt: now }
    return this.orTaken(this.database.of(tx).ciIdentity.create({ data, select: columns }))
  }

  async update(
    tx: OperationContext,
    { id, updatedAt }: CiIdentity,
    facts: CiIdentityFacts,
    naming: readonly string[],
  ): Promise<CiIdentity> {
    const data = { ...written(facts, naming), updatedAt: changeTime(tx.clock, updatedAt) }
    return this.orTaken(this.database.of(tx).ciIdentity.update({ where: { id }, data, select: columns }))
  }

  async delete(tx: OperationContext, id: string): Promise<void> {
    await this.database.of(tx).ciIdentity.delete({ where: { id } })
  }

  /** Selects the tokens of an identity, or those that an issuer gave, of organizations that are not among these. */
  async tokenIdsOf(
    tx: OperationContext,
    of:
      | { readonly identityId: string }
      | { readonly issuerId: string; readonly but?: readonly string[] | null },
  ): Promise<string[]> {
    const ciIdentity =
      'identityId' in of
        ? { id: of.identityId }
        : {
            trustedIssuerId: of.issuerId,
            ...(of.but && { organizationId: { notIn: [...of.but] } }),
          }
    const rows = await this.database
      .of(tx)
      .authenticationToken.findMany({ where: { ciIdentity }, select: { id: true } })
    return rows.map(({ id }) => id)
  }

  private async orTaken(writing: Promise<Row>): Promise<CiIdentity> {
    try {
      return toIdentity(await writing)
    } catch (error) {
      const constraint = this.database.violatedConstraint(error)
      if (constraint === 'ci_identities_organization_id_name_key_key') throw invalid(faults.taken('name'))
      // Its team or its issuer was deleted in the very same moment.
      throw constraint?.endsWith('_fkey') ? notFound() : error
    }
  }
}

function written(facts: CiIdentityFacts, naming: readonly string[]) {
  const { trustedIssuerId, teamId, name, claims, scopes, lifetime, enabled } = facts
  const anchor = anchorOf(claims, naming) ?? ''
  const nameKey = name.toLowerCase()
  const kept = { trustedIssuerId, teamId, name, nameKey, lifetime, enabled, anchor }
  return { ...kept, claims: { ...claims }, scopes: [...scopes] }
}

const toIdentity = ({ claims, ...row }: Row): CiIdentity => ({ ...row, claims: claims as ClaimPatterns })
