import { millisecondsOf } from '@engine/shared'
import { sql, type RawBuilder } from 'kysely'
import { isPersonsToken, organizationOf } from '../../kernel/actor.js'
import type { OperationContext } from '../../kernel/context.js'
import { db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { PublicProviderAddress } from './public-provider.js'
import type { PolicyOfOrganization, SitePolicy } from './public-providers-policy.js'
import { listsSql } from './public-providers.store.js'

/** Maximum number of names: a person may belong to any number of organizations. */
const mostNamed = 20

export class PublicProviderPoliciesStore {
  constructor(
    private readonly database: StoreDatabase,
    private readonly site: SitePolicy,
    private readonly mainOrigin: string,
  ) {}

  /** Finds the policies of the caller's enabled organizations, by name, for one provider, known here or not. */
  async ofCaller(ctx: OperationContext, address: PublicProviderAddress): Promise<PolicyOfOrganization[]> {
    const { actor } = ctx
    const own = organizationOf(actor)
    if (own !== undefined) return this.ofOrganization(ctx, own, address)
    if (actor.type !== 'user') return []
    return this.read(ctx, address, isOf(actor.id))
  }

  /** Finds the names of a person's organizations that have their own settings, at most 20. */
  async decidingNamesOf(ctx: OperationContext, userId: string): Promise<string[]> {
    const found = db
      .selectFrom('organizations as o')
      .select('o.name')
      .where('o.is_disabled', '=', false)
      .where(sql<boolean>`(o.public_providers IS NOT NULL OR o.provider_cooldown IS NOT NULL)`)
      .where(isOf(userId))
      .orderBy('o.name')
      .limit(mostNamed)
    return (await rowsOf(this.database.of(ctx), found)).map(({ name }) => name)
  }

  /** Finds the policy of one organization; empty where it is disabled. */
  async ofOrganization(
    ctx: OperationContext,
    organizationId: string,
    address: PublicProviderAddress,
  ): Promise<PolicyOfOrganization[]> {
    return this.read(ctx, address, sql<boolean>`o.id = ${organizationId}`)
  }

  private async read(
    ctx: OperationContext,
    { origin, namespace, name }: PublicProviderAddress,
    isMeant: RawBuilder<boolean>,
  ): Promise<PolicyOfOrganization[]> {
    const provider = sql<{ id: string | null; origin: string; namespace_key: string; name_key: string }>`(
      SELECT p.id, k.origin, k.namespace_key, k.name_key
      FROM (VALUES (${origin}, ${namespace.toLowerCase()}, ${name.toLowerCase()})) AS k (origin, namespace_key, name_key)
      LEFT JOIN public_providers p USING (origin, namespace_key, name_key)
    )`.as('p')
    const found = db
      .selectFrom(['organizations as o', provider])
      .select(['o.id', 'o.name', 'o.public_providers as rule', 'o.provider_cooldown as cooldown'])
      .select('o.user_tokens_enabled as takesTokens')
      .select(listsSql(this.mainOrigin).as('lists'))
      .where('o.is_disabled', '=', false)
      .where(isMeant)
      .orderBy('o.name')
    const rows = await rowsOf(this.database.of(ctx), found)
    return rows.map(({ id, name: organization, rule, cooldown, lists, takesTokens }) => ({
      ...{ id, name: organization, lists },
      rule: rule ?? this.site.rule,
      cooldown: cooldown === null ? this.site.cooldown : millisecondsOf(cooldown),
      isOwn: rule !== null || cooldown !== null,
      isVisible: takesTokens || !isPersonsToken(ctx.actor),
    }))
  }
}

/** A condition: the person is a member of the organization `o`. */
const isOf = (userId: string): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM organization_memberships m
    WHERE m.organization_id = o.id AND m.user_id = ${userId} AND m.status = 'active')`
