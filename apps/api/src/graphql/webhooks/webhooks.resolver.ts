import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { allows } from '../../kernel/permissions.js'
import type { WebhookWithSecret } from '../../domain/webhooks/webhooks.service.js'
import type { GraphqlContext } from '../context.js'
import { partsOf, withReason } from '../mutations.js'
import { OrganizationType } from '../organizations/organizations.types.js'
import { PageInput, toConnection, toPage } from '../page.types.js'
import { mayIn, nullWhenMissing, organizationOf } from '../queries.js'
import { withUserErrors } from '../user-errors.js'
import * as types from './webhooks.types.js'

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
  ): Promise<types.WebhookConnection | null> {
    return nullWhenMissing(async () => {
      const scope = await services.webhooks.scope(ctx, organization ?? undefined, 'webhooks:read')
      return toConnection(await services.webhooks.list(ctx, scope, toPage(page)), types.toWebhookType)
    })
  }

  @Query(() => types.WebhookType, { nullable: true })
  async webhook(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('id', () => ID) id: string,
  ): Promise<types.WebhookType | null> {
    return nullWhenMissing(async () => types.toWebhookType((await services.webhooks.find(ctx, id)).webhook))
  }

  @FieldResolver(() => OrganizationType, { nullable: true, description: 'Null for one of the site.' })
  async organization(
    @Root() { organizationId }: types.WebhookType,
    @Ctx() context: GraphqlContext,
  ): Promise<OrganizationType | null> {
    return organizationId === null ? null : organizationOf(context, organizationId)
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
    return withUserErrors(() => shown(services.webhooks.create(ctx, organization ?? undefined, input)))
  }

  @Mutation(() => types.WebhookPayload)
  async webhookUpdate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.WebhookUpdateInput) input: types.WebhookUpdateInput,
  ): Promise<types.WebhookPayload> {
    const { ctx: auditCtx, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => ({
      webhook: types.toWebhookType(await services.webhooks.update(auditCtx, id, change, expectedUpdatedAt)),
    }))
  }

  @Mutation(() => types.WebhookDeletePayload, { description: 'What waits is not sent any more.' })
  async webhookDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.WebhookDeleteInput) input: types.WebhookDeleteInput,
  ): Promise<types.WebhookDeletePayload> {
    const { ctx: auditCtx, id, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => {
      await services.webhooks.delete(auditCtx, id, expectedUpdatedAt)
      return { deletedId: id }
    })
  }

  @Mutation(() => types.WebhookSecretPayload, {
    description: 'For a day deliveries are signed with the secret of before too.',
  })
  async webhookRotateSecret(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.WebhookActInput) { id, reason }: types.WebhookActInput,
  ): Promise<types.WebhookSecretPayload> {
    return withUserErrors(() => shown(services.webhooks.rotateSecret(withReason(ctx, reason), id)))
  }
}

async function shown(
  making: Promise<WebhookWithSecret>,
): Promise<Pick<types.WebhookSecretPayload, 'webhook' | 'secret'>> {
  const { webhook, secret } = await making
  return { webhook: types.toWebhookType(webhook), secret }
}
