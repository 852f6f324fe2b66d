import { Arg, Ctx, Extensions, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { mostRecent } from '../../domain/webhooks/webhook-delivery.js'
import { allows } from '../../kernel/permissions.js'
import type { GraphqlContext } from '../context.js'
import { deletion, partsOf, withReason, withUserErrors } from '../mutations.js'
import { OrganizationType } from '../organizations/organizations.types.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import { batched } from '../batched.js'
import { mayIn, nullWhenMissing, organizationOf } from '../queries.js'
import { WebhookDeliveryStateType } from './webhook-deliveries.types.js'
import * as types from './webhooks.types.js'

const recentDeliveriesOf = batched(({ ctx, services }, ids) =>
  services.webhookDeliveries.listRecent(ctx, ids),
)

@Resolver(() => types.WebhookType)
export class WebhooksResolver {
  @Query(() => types.WebhookConnection, {
    nullable: true,
    description: 'Those of an organization, for its owners; without one those of the site. By name.',
  })
  async webhooks(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('organization', () => String, { nullable: true, description: 'Its name.' })
    organization?: string | null,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.WebhookType> | null> {
    return nullWhenMissing(async () => {
      const scope = await services.webhooks.scope(ctx, organization ?? undefined, 'webhooks:read')
      return toConnection(await services.webhooks.list(ctx, scope, toPage(page)))
    })
  }

  @Query(() => types.WebhookType, { nullable: true })
  async webhook(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('id', () => ID) id: string,
  ): Promise<types.WebhookType | null> {
    return nullWhenMissing(async () => (await services.webhooks.find(ctx, id)).webhook)
  }

  @FieldResolver(() => OrganizationType, { nullable: true, description: 'Null for one of the site.' })
  async organization(
    @Root() { organizationId }: types.WebhookType,
    @Ctx() context: GraphqlContext,
  ): Promise<OrganizationType | null> {
    return organizationId === null ? null : organizationOf(context, organizationId)
  }

  @Extensions({ most: mostRecent })
  @FieldResolver(() => [WebhookDeliveryStateType], {
    description: `The newest deliveries, ${mostRecent} at most, the newest last.`,
  })
  async recentDeliveries(
    @Root() { id }: types.WebhookType,
    @Ctx() context: GraphqlContext,
  ): Promise<readonly WebhookDeliveryStateType[]> {
    return (await recentDeliveriesOf(context, id)) ?? []
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may change, test and delete it.' })
  async canUpdate(
    @Root() { organizationId }: types.WebhookType,
    @Ctx() context: GraphqlContext,
  ): Promise<boolean> {
    if (organizationId === null) return allows(context.ctx.actor, 'webhooks:write')
    return mayIn(context, organizationId, 'webhooks:write')
  }

  @Mutation(() => types.WebhookSecretPayload)
  async webhookCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.WebhookCreateInput) { organization, ...input }: types.WebhookCreateInput,
  ): Promise<types.WebhookSecretPayload> {
    return withUserErrors(() => services.webhooks.create(ctx, organization ?? undefined, input))
  }

  @Mutation(() => types.WebhookPayload)
  async webhookUpdate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.WebhookUpdateInput) input: types.WebhookUpdateInput,
  ): Promise<types.WebhookPayload> {
    const { ctx: auditCtx, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => ({
      webhook: await services.webhooks.update(auditCtx, id, change, expectedUpdatedAt),
    }))
  }

  @Mutation(() => types.WebhookDeletePayload, { description: 'Waiting deliveries are no longer sent.' })
  async webhookDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.WebhookDeleteInput) input: types.WebhookDeleteInput,
  ): Promise<types.WebhookDeletePayload> {
    return deletion(ctx, input, (auditCtx, id, expected) => services.webhooks.delete(auditCtx, id, expected))
  }

  @Mutation(() => types.WebhookSecretPayload, {
    description: 'For a day deliveries are signed with the secret of before too.',
  })
  async webhookRotateSecret(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.WebhookActInput) { id, reason }: types.WebhookActInput,
  ): Promise<types.WebhookSecretPayload> {
    return withUserErrors(() => services.webhooks.rotateSecret(withReason(ctx, reason), id))
  }
}
