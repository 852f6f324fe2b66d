import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql'
import type { EmailProof } from '../../domain/people/email-address.js'
import type { Actor } from '../../kernel/actor.js'
import { Payload } from '../mutations.js'
import { SessionType } from '../tokens/sessions.types.js'

/** What a viewer may do on the whole site, as the console needs to know it. */
export const sitePermissions = {
  AUDIT_EVENTS_READ: 'audit-events:read',
  ENGINE_VERSIONS_READ: 'engine-versions:read',
  ENGINE_VERSIONS_WRITE: 'engine-versions:write',
  ORGANIZATIONS_CREATE: 'organizations:create',
  SITE_ORGANIZATIONS_READ: 'site-organizations:read',
  SITE_ORGANIZATIONS_WRITE: 'site-organizations:write',
  USERS_READ: 'users:read',
  USERS_WRITE: 'users:write',
  WEBHOOKS_READ: 'webhooks:read',
  WEBHOOKS_WRITE: 'webhooks:write',
} as const
export type SitePermission = (typeof sitePermissions)[keyof typeof sitePermissions]
registerEnumType(sitePermissions, { name: 'SitePermission' })

@ObjectType('Setup')
export class SetupType {
  @Field(() => Boolean, { description: 'Whether the first administrator still has to be made.' })
  required!: boolean

  @Field(() => Boolean, {
    description: 'Whether people sign in by passwords, and not by single sign-on alone.',
  })
  hasPasswords!: boolean
}

@ObjectType('User')
export class UserType {
  @Field(() => ID)
  id!: string

  @Field(() => String)
  username!: string

  @Field(() => String, { nullable: true, description: 'Null for a user who has none, or has it no more.' })
  email!: string | null

  /** For the resolver of `emailVerified`; no field of the schema. */
  emailProof!: EmailProof | null

  @Field(() => Boolean)
  isSiteAdmin!: boolean

  @Field(() => Date, { nullable: true, description: 'Null unless the user is suspended.' })
  suspendedAt!: Date | null

  @Field(() => Date, { nullable: true, description: 'Null where a password alone signs in.' })
  twoFactorEnabledAt!: Date | null

  @Field(() => Date)
  createdAt!: Date
}

@ObjectType('Viewer', { description: 'Who is asking. Its lists and permissions are fields of their own.' })
export class ViewerType {
  /** For the resolver of `permissions`; no field of the schema. */
  actor!: Actor
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
export class InitialAdministratorCreatePayload extends Payload {
  @Field(() => UserType, { nullable: true })
  user?: UserType
}

@InputType({ description: '`login` is a user name or an e-mail address.' })
export class SignInInput {
  @Field(() => String)
  login!: string

  @Field(() => String)
  password!: string
}

@InputType()
export class SignInVerifyInput {
  @Field(() => String, { description: 'Of `signIn`; good for five minutes.' })
  challenge!: string

  @Field(() => String, { description: 'Six digits of the app, or a recovery code.' })
  code!: string
}

@ObjectType()
export class SignInPayload extends Payload {
  @Field(() => String, {
    nullable: true,
    description: 'The password is right and a code is still needed: for `signInVerify`.',
  })
  challenge?: string

  @Field(() => String, { nullable: true, description: 'A bearer token, good for 12 hours on every face.' })
  token?: string

  @Field(() => SessionType, { nullable: true })
  session?: SessionType

  @Field(() => UserType, { nullable: true })
  user?: UserType
}

@ObjectType()
export class SignOutPayload {
  @Field(() => Boolean)
  signedOut!: boolean
}
