import { Field, Int, ObjectType } from 'type-graphql'
import { ownerTypes } from '../../domain/tokens/authentication-token.js'
import { enumOf } from '../enums.js'
import type { AccessCounts, NamedToken, TokenConsequences } from '../../domain/tokens/revocation.js'
import { ThingType } from '../things.types.js'

const tokenOwnerTypes = enumOf('TokenOwnerType', ownerTypes)

@ObjectType('NamedToken', { description: 'A token as it is named to those who end it or its maker.' })
class NamedTokenType extends ThingType implements NamedToken {
  @Field(() => String, { nullable: true, description: 'Its description; null for one without any.' })
  name!: string | null

  @Field(() => tokenOwnerTypes)
  ownerType!: NamedToken['ownerType']

  @Field(() => String)
  ownerName!: string
}

const named = 'The oldest first; ten at most before it is done, 100 at most after.'

@ObjectType('TokenConsequences', {
  description: "What the end of a person's token takes along and what it leaves.",
})
export class TokenConsequencesType implements TokenConsequences {
  @Field(() => Int, { description: 'Tokens of the person that it made, and that these made.' })
  endsCount!: number

  @Field(() => [NamedTokenType], { description: named })
  ends!: readonly NamedToken[]

  @Field(() => Int, { description: 'Tokens of teams and organizations that any of them made.' })
  staysCount!: number

  @Field(() => [NamedTokenType], { description: named })
  stays!: readonly NamedToken[]
}

@ObjectType('AccessCounts', {
  description: 'What the access of a person is made of that works now, in numbers.',
})
export class AccessCountsType implements AccessCounts {
  @Field(() => Int, { description: "The person's own." })
  tokens!: number

  @Field(() => Int, { description: 'Those of teams and organizations that the person made.' })
  serviceTokens!: number

  @Field(() => Int)
  sessions!: number

  @Field(() => Int, { description: "One-time links for the person, and codes of the CLI's login." })
  links!: number
}
