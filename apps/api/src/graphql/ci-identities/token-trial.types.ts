import { Extensions, Field, ObjectType } from 'type-graphql'
import { mostClaims, mostCompared } from '../../domain/ci-identities/ci-identity.js'
import type { TokenTrial } from '../../domain/ci-identities/ci-token.js'
import { NamedThingType } from '../things.types.js'
import { KnownIssuerType } from './trusted-issuers.types.js'

@ObjectType('TriedClaim', { description: 'One claim of a token, with the pattern of an identity.' })
class TriedClaimType {
  @Field(() => String)
  claim!: string

  @Field(() => String)
  pattern!: string

  @Field(() => String, { nullable: true, description: 'What the token says; null where it lacks it.' })
  text!: string | null

  @Field(() => Boolean)
  fits!: boolean

  @Field(() => String, {
    nullable: true,
    description: 'What is nearly right of one that does not fit; null of all others.',
  })
  hint!: string | null
}

@ObjectType('TriedIdentity', { description: 'A CI identity that a token was compared with.' })
class TriedIdentityType extends NamedThingType {
  @Field(() => Boolean)
  enabled!: boolean

  @Field(() => Boolean, { description: 'Whether it is enabled and every claim fits.' })
  fits!: boolean

  @Field(() => String, {
    nullable: true,
    description: 'The one claim that does not fit; null where all do, or several do not.',
  })
  nearly!: string | null

  @Extensions({ most: mostClaims })
  @Field(() => [TriedClaimType])
  claims!: readonly TriedClaimType[]
}

@ObjectType('TokenTrial', { description: 'What would become of a token of CI.' })
export class TokenTrialType {
  @Field(() => KnownIssuerType, {
    nullable: true,
    description: 'Null where no trusted issuer of the organization is its.',
  })
  issuer!: KnownIssuerType | null

  @Field(() => String, { nullable: true, description: 'Why it would be refused; null where it is good.' })
  refusal!: string | null

  @Extensions({ most: mostCompared })
  @Field(() => [TriedIdentityType], {
    description:
      'Those of the issuer in the organization, by name; none where the issuer has not signed the token.',
  })
  identities!: readonly TriedIdentityType[]
}

export const toTokenTrialType = ({ identities, ...trial }: TokenTrial): TokenTrialType => ({
  ...trial,
  identities: identities.map(({ identity: { id, name, enabled }, ...compared }) => ({
    ...{ id, name, enabled },
    ...compared,
  })),
})
