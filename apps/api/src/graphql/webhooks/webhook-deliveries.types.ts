import { Field, ID, Int, ObjectType } from 'type-graphql'
import {
  webhookDelivery,
  type DeliveryState,
  type WebhookDelivery,
} from '../../domain/webhooks/webhook-delivery.js'
import { enumOf } from '../enums.js'
import { Payload } from '../mutations.js'
import { connectionOf } from '../page.types.js'

const WebhookDeliveryStatus = enumOf('WebhookDeliveryStatus', webhookDelivery.shape.status.options, {
  description: 'FAILED: given up after days.',
})

@ObjectType('WebhookDeliveryState', { description: 'How a delivery stands.' })
export class WebhookDeliveryStateType implements DeliveryState {
  @Field(() => ID, { description: 'Of the delivery.' })
  id!: string

  @Field(() => String, { description: 'The type of the event.' })
  type!: string

  @Field(() => WebhookDeliveryStatus)
  status!: DeliveryState['status']

  @Field(() => Int)
  attempts!: number

  @Field(() => Date)
  createdAt!: Date
}

@ObjectType('WebhookDelivery', { description: 'One event on its way to one webhook.' })
export class WebhookDeliveryType {
  @Field(() => ID, { description: 'The `webhook-id` of every attempt.' })
  id!: string

  @Field(() => String, { description: 'The type of the event.' })
  type!: string

  @Field(() => String, { description: 'The body, as it is signed and sent.' })
  payload!: string

  @Field(() => WebhookDeliveryStatus)
  status!: WebhookDelivery['status']

  @Field(() => Int)
  attempts!: number

  @Field(() => Date, { nullable: true })
  nextAttemptAt!: Date | null

  @Field(() => Date)
  createdAt!: Date

  @Field(() => Date, { nullable: true })
  lastAttemptAt!: Date | null

  @Field(() => Int, { nullable: true, description: 'Of the last answer.' })
  responseStatus!: number | null

  @Field(() => String, { nullable: true, description: 'The beginning of the last answer.' })
  responseBody!: string | null

  @Field(() => String, { nullable: true, description: 'Why the last attempt had no answer.' })
  problem!: string | null
}

export const WebhookDeliveryConnection = connectionOf(WebhookDeliveryType)

@ObjectType()
export class WebhookDeliveryPayload extends Payload {
  @Field(() => WebhookDeliveryType, { nullable: true })
  delivery?: WebhookDeliveryType
}
