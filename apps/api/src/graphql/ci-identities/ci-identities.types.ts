import { Extensions, Field, ID, InputType, ObjectType } from 'type-graphql'
import { mostClaims, type CiIdentity } from '../../domain/ci-identities/ci-identity.js'
import { changeOf, DeletePayload, OptimisticLockInput, Payload } from '../mutations.js'
import { connectionOf } from '../page.types.js'
import { ChangeableThingType } from '../things.types.js'

const aboutPattern = '`*` stands for any characters but `/`, `**` for all.'
const aboutScopes = 'The most that its tokens may do.'
const aboutLifetime = 'How long its tokens live, such as `15m`; at most an hour.'

@ObjectType('CiIdentityClaim', { description: 'What a token has to say to fit.' })
class CiIdentityClaimType {
  @Field(() => String)
  claim!: string

  @Field(() => String, { description: aboutPattern })
  pattern!: string
}

@ObjectType('CiIdentity', { description: 'Which jobs of a trusted issuer get a token of a team.' })
export class CiIdentityType extends ChangeableThingType {
  @Field(() => String)
  name!: string

  @Extensions({ most: mostClaims })
  @Field(() => [CiIdentityClaimType], { description: 'A token fits that has them all.' })
  claims!: readonly CiIdentityClaimType[]

  @Field(() => [String], { description: aboutScopes })
  scopes!: readonly string[]

  @Field(() => String, { description: aboutLifetime })
  lifetime!: string

  @Field(() => Boolean)
  enabled!: boolean

  @Field(() => Date, { nullable: true, description: 'When it last gave a token.' })
  lastUsedAt!: Date | null

  /** The team and the issuer, for the resolvers; no fields of the schema. */
  organizationId!: string
  trustedIssuerId!: string
  teamId!: string
}

/** Claims are a list here, since there are no maps. */
export const toCiIdentityType = ({ claims, ...identity }: CiIdentity): CiIdentityType => ({
  ...identity,
  claims: Object.entries(claims).map(([claim, pattern]) => ({ claim, pattern })),
})

export const CiIdentityConnection = connectionOf(CiIdentityType)

@InputType()
export class CiIdentityClaimInput {
  @Field(() => String)
  claim!: string

  @Field(() => String, { description: aboutPattern })
  pattern!: string
}

@InputType()
class CiIdentityAttributes {
  @Field(() => ID, { nullable: true })
  trustedIssuerId?: string

  @Field(() => ID, { nullable: true })
  teamId?: string

  @Field(() => String, { nullable: true })
  name?: string

  @Field(() => [CiIdentityClaimInput], { nullable: true })
  claims?: CiIdentityClaimInput[]

  @Field(() => [String], { nullable: true, description: aboutScopes })
  scopes?: string[]

  @Field(() => String, { nullable: true, description: aboutLifetime })
  lifetime?: string

  @Field(() => Boolean, { nullable: true, description: 'Disabling it ends its tokens.' })
  enabled?: boolean
}

@InputType()
export class CiIdentityCreateInput {
  @Field(() => String, { description: 'The name of the organization.' })
  organization!: string

  @Field(() => ID, { description: 'One of those that are for the organization.' })
  trustedIssuerId!: string

  @Field(() => ID, { description: 'Whose tokens the jobs get.' })
  teamId!: string

  @Field(() => String)
  name!: string

  @Field(() => [CiIdentityClaimInput], { description: 'One of them has to name who may come.' })
  claims!: CiIdentityClaimInput[]

  @Field(() => [String], { description: aboutScopes })
  scopes!: string[]

  @Field(() => String, { nullable: true, description: aboutLifetime })
  lifetime?: string | null

  @Field(() => Boolean, { nullable: true })
  enabled?: boolean | null
}

@InputType()
export class CiIdentityUpdateInput extends changeOf(CiIdentityAttributes) {}

@InputType()
export class CiIdentityDeleteInput extends OptimisticLockInput {}

@ObjectType()
export class CiIdentityPayload extends Payload {
  @Field(() => CiIdentityType, { nullable: true })
  ciIdentity?: CiIdentityType
}

@ObjectType()
export class CiIdentityDeletePayload extends DeletePayload {}
