import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import { withReason, withUserErrors } from '../mutations.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import { nullWhenMissing } from '../queries.js'
import * as types from './webhook-deliveries.types.js'
import { WebhookActInput } from './webhooks.types.js'

@Resolver(() => types.WebhookDeliveryType)
export class WebhookDeliveriesResolver {
  @Query(() => types.WebhookDeliveryConnection, {
    nullable: true,
    description: 'Newest first; deleted after 30 days.',
  })
  async webhookDeliveries(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('webhookId', () => ID) webhookId: string,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.WebhookDeliveryType> | null> {
    return nullWhenMissing(async () => {
      const { webhook } = await services.webhooks.find(ctx, webhookId)
      return toConnection(await services.webhookDeliveries.list(ctx, webhook, toPage(page)))
    })
  }

  @Query(() => types.WebhookDeliveryType, { nullable: true })
  async webhookDelivery(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('id', () => ID) id: string,
  ): Promise<types.WebhookDeliveryType | null> {
    return nullWhenMissing(async () => (await services.webhookDeliveries.find(ctx, id)).delivery)
  }

  @Mutation(() => types.WebhookDeliveryPayload, { description: 'Queues an event that says nothing.' })
  async webhookTest(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => WebhookActInput) { id, reason }: WebhookActInput,
  ): Promise<types.WebhookDeliveryPayload> {
    return withUserErrors(async () => {
      const deliveryId = await services.webhooks.test(withReason(ctx, reason), id)
      return { delivery: (await services.webhookDeliveries.find(ctx, deliveryId)).delivery }
    })
  }

  @Mutation(() => types.WebhookDeliveryPayload, {
    description: 'Sends the same event with the same id again.',
  })
  async webhookDeliveryResend(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => WebhookActInput) { id, reason }: WebhookActInput,
  ): Promise<types.WebhookDeliveryPayload> {
    return withUserErrors(async () => ({
      delivery: await services.webhookDeliveries.resend(withReason(ctx, reason), id),
    }))
  }
}
