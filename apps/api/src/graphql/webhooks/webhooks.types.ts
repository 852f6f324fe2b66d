import { webhookEventTypes } from '@engine/shared'
import { Field, InputType, ObjectType } from 'type-graphql'
import { ActInput, changeOf, DeletePayload, OptimisticLockInput, Payload } from '../mutations.js'
import { connectionOf } from '../page.types.js'
import { ChangeableThingType } from '../things.types.js'

const header =
  'A header that its receiver wants in addition to those of the platform, such as `Authorization`.'
const headerValue = 'To be given with its name, and again for another host or name.'

const triggers = `Of ${webhookEventTypes.map((type) => `\`${type}\``).join(', ')}.`

@ObjectType('Webhook', { description: 'Where events are sent to.' })
export class WebhookType extends ChangeableThingType {
  @Field(() => String)
  name!: string

  @Field(() => String)
  url!: string

  @Field(() => Boolean)
  enabled!: boolean

  @Field(() => [String], { description: 'The types of events that it asks for.' })
  triggers!: readonly string[]

  @Field(() => String, {
    nullable: true,
    description: 'A header that its receiver wants, such as `Authorization`; its value is not shown.',
  })
  headerName!: string | null

  @Field(() => Date, { nullable: true, description: 'Since when every attempt has failed.' })
  failingSince!: Date | null

  @Field(() => String, {
    nullable: true,
    description: 'Why the platform disabled it: `failing` for days, or `gone`.',
  })
  disabledReason!: string | null

  @Field(() => Date, {
    nullable: true,
    description: 'Until then deliveries are signed with the secret of before its rotation too.',
  })
  formerSecretUntil!: Date | null

  /** The organization, for the other resolvers; no field of the schema. */
  organizationId!: string | null
}

export const WebhookConnection = connectionOf(WebhookType)

@InputType()
class WebhookAttributes {
  @Field(() => String, { nullable: true })
  name?: string

  @Field(() => String, { nullable: true, description: 'A private address is refused.' })
  url?: string

  @Field(() => [String], { nullable: true, description: triggers })
  triggers?: string[]

  @Field(() => Boolean, { nullable: true })
  enabled?: boolean

  @Field(() => String, { nullable: true, description: `${header} Null removes it with its value.` })
  headerName?: string | null

  @Field(() => String, { nullable: true, description: headerValue })
  headerValue?: string | null
}

@InputType()
export class WebhookCreateInput {
  @Field(() => String, { nullable: true, description: 'The name of the organization; absent: the site.' })
  organization?: string | null

  @Field(() => String)
  name!: string

  @Field(() => String, { description: 'A private address is refused.' })
  url!: string

  @Field(() => [String], { description: triggers })
  triggers!: string[]

  @Field(() => Boolean, { nullable: true })
  enabled?: boolean | null

  @Field(() => String, { nullable: true, description: header })
  headerName?: string | null

  @Field(() => String, { nullable: true, description: headerValue })
  headerValue?: string | null
}

@InputType()
export class WebhookUpdateInput extends changeOf(WebhookAttributes) {}

@InputType()
export class WebhookDeleteInput extends OptimisticLockInput {}

@InputType()
export class WebhookActInput extends ActInput {}

@ObjectType()
export class WebhookPayload extends Payload {
  @Field(() => WebhookType, { nullable: true })
  webhook?: WebhookType
}

@ObjectType()
export class WebhookSecretPayload extends WebhookPayload {
  @Field(() => String, {
    nullable: true,
    description: 'What deliveries are signed with, shown this once; null for the token of a team.',
  })
  secret?: string | null
}

@ObjectType()
export class WebhookDeletePayload extends DeletePayload {}
