import { Extensions, Field, InputType, ObjectType } from 'type-graphql'
import { issuerKinds, type IssuerKind } from '../../domain/ci-identities/issuer-kind.js'
import { enumOf } from '../enums.js'
import type { KnownIssuer } from '../../domain/ci-identities/trusted-issuer.js'
import { changeOf, DeletePayload, OptimisticLockInput, Payload } from '../mutations.js'
import { connectionOf } from '../page.types.js'
import { ChangeableThingType, NamedThingType } from '../things.types.js'

const TrustedIssuerKindEnum = enumOf('TrustedIssuerKind', issuerKinds, {
  description: 'Which claims its tokens have.',
})

const aboutIssuer = 'The exact `iss` of its tokens.'
const aboutAudiences =
  'What `aud` of its tokens may be; by default the address of the platform, and its host.'
const aboutOrganizations = 'The names of the organizations that it is for; null: for all.'

@ObjectType('TrustedIssuer', { description: 'An issuer of OpenID tokens whose CI the site trusts.' })
export class TrustedIssuerType extends ChangeableThingType {
  @Field(() => String)
  name!: string

  @Field(() => String, { description: aboutIssuer })
  issuer!: string

  @Field(() => TrustedIssuerKindEnum)
  kind!: IssuerKind

  @Field(() => String, { nullable: true, description: 'Where its keys are; null: its discovery says so.' })
  jwksUrl!: string | null

  @Extensions({ most: 10 })
  @Field(() => [String], { description: aboutAudiences })
  audiences!: readonly string[]

  @Field(() => [String], { nullable: true, description: aboutOrganizations })
  organizations!: readonly string[] | null

  @Field(() => Boolean)
  enabled!: boolean
}

export const TrustedIssuerConnection = connectionOf(TrustedIssuerType)

@ObjectType('KnownIssuer', { description: 'A trusted issuer, as the owners of an organization know it.' })
export class KnownIssuerType extends NamedThingType implements KnownIssuer {
  @Field(() => String, { description: aboutIssuer })
  issuer!: string

  @Field(() => TrustedIssuerKindEnum)
  kind!: IssuerKind
}

export const KnownIssuerConnection = connectionOf(KnownIssuerType)

@InputType()
class TrustedIssuerAttributes {
  @Field(() => String, { nullable: true })
  name?: string

  @Field(() => String, { nullable: true, description: aboutIssuer })
  issuer?: string

  @Field(() => TrustedIssuerKindEnum, { nullable: true })
  kind?: IssuerKind

  @Field(() => String, { nullable: true, description: 'Where its keys are; null: its discovery says so.' })
  jwksUrl?: string | null

  @Field(() => [String], { nullable: true, description: `${aboutAudiences} Null: the default.` })
  audiences?: string[] | null

  @Field(() => [String], { nullable: true, description: aboutOrganizations })
  organizations?: string[] | null

  @Field(() => Boolean, { nullable: true, description: 'Disabling it ends the tokens that it gave.' })
  enabled?: boolean
}

@InputType()
export class TrustedIssuerCreateInput {
  @Field(() => String)
  name!: string

  @Field(() => String, { description: aboutIssuer })
  issuer!: string

  @Field(() => TrustedIssuerKindEnum, { nullable: true, description: 'By its address when absent.' })
  kind?: IssuerKind | null

  @Field(() => String, { nullable: true, description: 'Where its keys are; absent: its discovery says so.' })
  jwksUrl?: string | null

  @Field(() => [String], { nullable: true, description: aboutAudiences })
  audiences?: string[] | null

  @Field(() => [String], { nullable: true, description: aboutOrganizations })
  organizations?: string[] | null

  @Field(() => Boolean, { nullable: true })
  enabled?: boolean | null
}

@InputType()
export class TrustedIssuerUpdateInput extends changeOf(TrustedIssuerAttributes) {}

@InputType()
export class TrustedIssuerDeleteInput extends OptimisticLockInput {}

@ObjectType()
export class TrustedIssuerPayload extends Payload {
  @Field(() => TrustedIssuerType, { nullable: true })
  trustedIssuer?: TrustedIssuerType
}

@ObjectType()
export class TrustedIssuerDeletePayload extends DeletePayload {}
