import { Field, InputType, ObjectType } from 'type-graphql'
import { deprecationStatuses as statuses, type Deprecation } from '../domain/lifecycle/deprecation.js'
import { enumOf } from './enums.js'

export const deprecationStatuses = enumOf('DeprecationStatus', statuses, {
  description: 'What is deprecated works as before; what is revoked is in no list and cannot be downloaded.',
})

@ObjectType('Deprecation')
export class DeprecationType {
  @Field(() => deprecationStatuses)
  status!: Deprecation['status']

  @Field(() => String, { nullable: true })
  reason!: string | null

  @Field(() => String, { nullable: true, description: 'Where to read more.' })
  link!: string | null
}

export const toDeprecationType = (deprecation: Deprecation | null): DeprecationType | null =>
  deprecation && {
    status: deprecation.status,
    reason: deprecation.reason || null,
    link: deprecation.link || null,
  }

@InputType()
export class DeprecationInput {
  @Field(() => deprecationStatuses)
  status!: Deprecation['status']

  @Field(() => String, { nullable: true, description: 'Up to 1,000 characters.' })
  reason?: string | null

  @Field(() => String, { nullable: true, description: 'An http or https address.' })
  link?: string | null
}

@InputType()
export class DeprecationAttributes {
  @Field(() => DeprecationInput, { nullable: true, description: 'Replaces the whole; null restores.' })
  deprecation?: DeprecationInput | null
}

const words = { deprecated: 'Deprecated', revoked: 'Revoked' } as const

/** Makes the attributes as documents write them. */
export function toDeprecationAttributes({ deprecation }: DeprecationAttributes) {
  if (!deprecation) return { deprecation }
  const { status, reason, link } = deprecation
  return { deprecation: { 'deprecated-status': words[status], reason, link } }
}
