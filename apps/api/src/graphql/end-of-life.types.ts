import { Field, InputType, ObjectType } from 'type-graphql'
import type { EndOfLife } from '../domain/lifecycle/end-of-life.js'
import { DeprecationAttributes, toDeprecationAttributes } from './deprecation.types.js'

@ObjectType('EndOfLife', { description: 'When a version becomes deprecated by itself, and why.' })
export class EndOfLifeType {
  @Field(() => Date)
  date!: Date

  @Field(() => String, { nullable: true })
  reason!: string | null
}

export const endOfLifeField = {
  nullable: true,
  description: 'Null while it is deprecated, and where none is set.',
}

export const toEndOfLifeType = (endOfLife: EndOfLife | null): EndOfLifeType | null =>
  endOfLife && { date: endOfLife.at, reason: endOfLife.reason || null }

@InputType()
export class EndOfLifeInput {
  @Field(() => Date)
  date!: Date

  @Field(() => String, { nullable: true, description: 'Up to 1,000 characters.' })
  reason?: string | null
}

/** Makes the attribute as documents write it; undefined where the input has none. */
export const toEndOfLifeAttribute = (endOfLife: EndOfLifeInput | null | undefined) =>
  endOfLife && { ...endOfLife, date: endOfLife.date.toISOString() }

@InputType()
export class LifecycleAttributes extends DeprecationAttributes {
  @Field(() => EndOfLifeInput, { nullable: true, description: 'Replaces the whole; null takes it back.' })
  endOfLife?: EndOfLifeInput | null
}

/** Makes the attributes as documents write them. */
export const toLifecycleAttributes = ({ endOfLife, ...attributes }: LifecycleAttributes) => ({
  ...toDeprecationAttributes(attributes),
  endOfLife: toEndOfLifeAttribute(endOfLife),
})
