import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql'
import { connectionOf } from './page.types.js'
import { UserError } from './user-errors.js'

/** What a viewer may do on the whole site, as the console needs to know it. */
export const sitePermissions = {
  ENGINE_VERSIONS_READ: 'engine-versions:read',
  ENGINE_VERSIONS_WRITE: 'engine-versions:write',
  ORGANIZATIONS_CREATE: 'organizations:create',
  USERS_READ: 'users:read',
  USERS_WRITE: 'users:write',
} as const
export type SitePermission = (typeof sitePermissions)[keyof typeof sitePermissions]
registerEnumType(sitePermissions, { name: 'SitePermission' })

@ObjectType('Setup')
export class SetupType {
  @Field(() => Boolean, { description: 'Whether the first administrator still has to be made.' })
  required!: boolean
}

@ObjectType('User')
export class UserType {
  @Field(() => ID)
  id!: string

  @Field(() => String)
  username!: string

  @Field(() => String)
  email!: string

  @Field(() => Boolean)
  isSiteAdmin!: boolean

  @Field(() => Date, { nullable: true, description: 'Null unless the user is suspended.' })
  suspendedAt!: Date | null

  @Field(() => Date)
  createdAt!: Date
}

@ObjectType('Session')
export class SessionType {
  @Field(() => ID)
  id!: string

  @Field(() => Date)
  createdAt!: Date

  @Field(() => Date)
  expiresAt!: Date
}

@ObjectType('AuthenticationToken')
export class AuthenticationTokenType {
  @Field(() => ID)
  id!: string

  @Field(() => String, { nullable: true })
  description!: string | null

  @Field(() => [String], { description: 'What it may do at most; none means everything its owner may.' })
  scopes!: readonly string[]

  @Field(() => Date)
  createdAt!: Date

  @Field(() => Date, { nullable: true, description: 'Right to a minute.' })
  lastUsedAt!: Date | null

  @Field(() => Date)
  expiresAt!: Date
}

@ObjectType('AuthenticationTokenConnection')
export class AuthenticationTokenConnection extends connectionOf(AuthenticationTokenType) {}

@ObjectType('Viewer', { description: 'Who is asking. Its lists and permissions are fields of their own.' })
export class ViewerType {
  @Field(() => UserType)
  user!: UserType
}

@InputType()
export class InitialAdministratorCreateInput {
  @Field(() => String, { description: 'The one of the set-up link.' })
  token!: string

  @Field(() => String)
  username!: string

  @Field(() => String)
  email!: string

  @Field(() => String)
  password!: string
}

@ObjectType()
export class InitialAdministratorCreatePayload {
  @Field(() => UserType, { nullable: true })
  user?: UserType

  @Field(() => [UserError])
  userErrors!: UserError[]
}

@InputType({ description: '`login` is a user name or an e-mail address.' })
export class SignInInput {
  @Field(() => String)
  login!: string

  @Field(() => String)
  password!: string
}

@ObjectType()
export class SignInPayload {
  @Field(() => String, { nullable: true, description: 'A bearer token, good for 12 hours on every face.' })
  token?: string

  @Field(() => SessionType, { nullable: true })
  session?: SessionType

  @Field(() => UserType, { nullable: true })
  user?: UserType

  @Field(() => [UserError])
  userErrors!: UserError[]
}

@ObjectType()
export class SignOutPayload {
  @Field(() => Boolean)
  signedOut!: boolean
}

@InputType()
export class AuthenticationTokenCreateInput {
  @Field(() => String, { nullable: true })
  description?: string

  @Field(() => Date, { nullable: true, description: 'Two years from now when absent.' })
  expiresAt?: Date

  @Field(() => [String], {
    nullable: true,
    description: '`read`, `registry` or `publish:NAMESPACE/NAME/PROVIDER`.',
  })
  scopes?: string[]
}

@ObjectType()
export class AuthenticationTokenCreatePayload {
  @Field(() => AuthenticationTokenType, { nullable: true })
  authenticationToken?: AuthenticationTokenType

  @Field(() => String, { nullable: true, description: 'The value of the token, shown this once.' })
  secret?: string

  @Field(() => [UserError])
  userErrors!: UserError[]
}

@InputType()
export class AuthenticationTokenDeleteInput {
  @Field(() => ID)
  id!: string
}

@ObjectType()
export class AuthenticationTokenDeletePayload {
  @Field(() => ID, { nullable: true })
  deletedId?: string

  @Field(() => [UserError])
  userErrors!: UserError[]
}
