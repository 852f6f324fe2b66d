import { Field, ID, InputType, ObjectType } from 'type-graphql'
import type {
  AuthenticationToken,
  TeamTokenOrder,
  TokenOrder,
} from '../../domain/tokens/authentication-token.js'
import { ActInput, DeletePayload, Payload } from '../mutations.js'
import { connectionOf, orderOf } from '../page.types.js'
import { TokenConsequencesType } from './revocations.types.js'
import { CreatedThingType, ThingType } from '../things.types.js'

@ObjectType('AuthenticationTokenCreator')
class AuthenticationTokenCreatorType extends ThingType {
  @Field(() => String)
  username!: string
}

@ObjectType('AuthenticationToken')
export class AuthenticationTokenType extends CreatedThingType {
  @Field(() => String, { nullable: true })
  description!: string | null

  @Field(() => AuthenticationTokenCreatorType, {
    nullable: true,
    description: 'Null when no user made it, or one who is gone.',
  })
  createdBy!: AuthenticationToken['createdBy']

  @Field(() => Date, { nullable: true, description: 'Right to a minute.' })
  lastUsedAt!: Date | null

  @Field(() => String, { nullable: true, description: 'The network address it was last used from.' })
  lastUsedAddress!: string | null

  @Field(() => Date)
  expiresAt!: Date
}

export const AuthenticationTokenConnection = connectionOf(AuthenticationTokenType)

export const AuthenticationTokenOrderInput = orderOf<TokenOrder>('AuthenticationToken', {
  DESCRIPTION: 'description',
  CREATED_AT: 'created',
  LAST_USED_AT: 'lastUsed',
  EXPIRES_AT: 'expires',
})

export const TeamTokenOrderInput = orderOf<TeamTokenOrder>('TeamToken', {
  TEAM: 'team',
  CREATED_BY: 'createdBy',
  CREATED_AT: 'created',
  LAST_USED_AT: 'lastUsed',
  EXPIRES_AT: 'expires',
})

@InputType()
class AuthenticationTokenAttributes {
  @Field(() => Date, { nullable: true, description: 'As late as usual and allowed when absent.' })
  expiresAt?: Date | null

  @Field(() => [String], {
    nullable: true,
    description:
      '`read`, `registry`, `workspaces`, `publish:NAMESPACE/NAME/PROVIDER`, `publish:NAMESPACE/TYPE`, `workspace:ORGANIZATION/NAME` or that with `:read`.',
  })
  scopes?: string[] | null
}

@InputType()
export class AuthenticationTokenCreateInput extends AuthenticationTokenAttributes {
  @Field(() => String, { nullable: true })
  description?: string | null
}

@InputType()
export class TeamTokenCreateInput extends AuthenticationTokenAttributes {
  @Field(() => ID)
  teamId!: string

  @Field(() => String, {
    nullable: true,
    description: 'Distinguishes the tokens of a team; the one without any replaces its predecessor.',
  })
  description?: string | null
}

@InputType()
export class OrganizationTokenCreateInput extends AuthenticationTokenAttributes {
  @Field(() => ID)
  organizationId!: string

  @Field(() => Boolean, {
    nullable: true,
    description: 'The one that reads the audit trail and nothing else; it takes no scopes.',
  })
  isForAuditTrail?: boolean | null
}

@InputType()
export class AuthenticationTokenDeleteInput extends ActInput {}

@ObjectType()
export class AuthenticationTokenCreatePayload extends Payload {
  @Field(() => AuthenticationTokenType, { nullable: true })
  authenticationToken?: AuthenticationTokenType

  @Field(() => String, { nullable: true, description: 'The value of the token, shown this once.' })
  secret?: string
}

@ObjectType()
export class AuthenticationTokenDeletePayload extends DeletePayload {
  @Field(() => TokenConsequencesType, {
    nullable: true,
    description: 'What has ended with it and what stays.',
  })
  consequences?: TokenConsequencesType
}
