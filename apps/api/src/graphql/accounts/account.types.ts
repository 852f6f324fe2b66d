import { Field, InputType, ObjectType } from 'type-graphql'
import type { EmailProof } from '../../domain/people/email-address.js'
import type { Account, KnownAccount } from '../../domain/people/user.js'
import type { WholeProof } from '../../domain/sign-in/two-factor.service.js'
import { Payload } from '../mutations.js'
import { ThingType } from '../things.types.js'

@ObjectType()
class AccountFacts extends ThingType {
  @Field(() => String)
  username!: string

  @Field(() => String, {
    nullable: true,
    description: 'Null for a service account, and for a user who has none.',
  })
  email!: string | null

  @Field(() => Boolean, { description: 'Whether the address was proven to be the user’s.' })
  emailVerified!: boolean

  @Field(() => Boolean, { description: 'Whether it is the service account of a team or an organization.' })
  isServiceAccount!: boolean
}

@ObjectType('Account', {
  description: 'The owner of the token: a user, or the service account of a team or an organization.',
})
export class AccountType extends AccountFacts {
  @Field(() => String, {
    nullable: true,
    description: 'The address that waits for its confirmation by mail.',
  })
  unconfirmedEmail!: string | null

  /** The proof, for the resolver of `canConfirmEmail`; no field of the schema. */
  emailProof!: EmailProof | null

  @Field(() => Boolean)
  isSiteAdmin!: boolean

  @Field(() => Boolean)
  isSuspended!: boolean
}

export function toAccountType({ suspendedAt, ...account }: Account): AccountType {
  return { ...account, emailVerified: account.emailProof !== null, isSuspended: suspendedAt !== null }
}

const partly = 'Null where the caller knows no more than the list of members says.'

@ObjectType('KnownAccount', { description: 'The facts of an account that the caller may know.' })
export class KnownAccountType extends AccountFacts {
  @Field(() => String, {
    nullable: true,
    description: 'Of oneself: what waits for its confirmation by mail.',
  })
  unconfirmedEmail!: string | null

  @Field(() => Boolean, { nullable: true, description: partly })
  isSiteAdmin!: boolean | null

  @Field(() => Boolean, { nullable: true, description: partly })
  isSuspended!: boolean | null
}

export function toKnownAccountType({ account, isWhole }: KnownAccount): KnownAccountType {
  const known = toAccountType({ isServiceAccount: false, unconfirmedEmail: null, ...account })
  return isWhole ? known : { ...known, isSiteAdmin: null, isSuspended: null }
}

const aboutCode = 'Six digits of the app, or a recovery code; where the second factor is on.'

/** The proof that the caller is the person of the account. */
@InputType()
export abstract class PasswordProofInput {
  @Field(() => String)
  currentPassword!: string

  @Field(() => String, { nullable: true, description: aboutCode })
  code?: string | null
}

/** Makes the proof as documents write it. */
export const proofOf = ({ currentPassword, code }: PasswordProofInput): WholeProof => ({
  current_password: currentPassword,
  code,
})

@InputType({ description: 'What is absent stays.' })
export class AccountUpdateInput {
  @Field(() => String, { nullable: true })
  username?: string | null

  @Field(() => String, { nullable: true, description: 'Where mail is sent it waits until it is confirmed.' })
  email?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Asked for another address, of a user who has a password.',
  })
  currentPassword?: string | null

  @Field(() => String, { nullable: true, description: `With the password. ${aboutCode}` })
  code?: string | null
}

@ObjectType('EmailConfirmation')
export class EmailConfirmationType {
  @Field(() => String, { description: 'The address that becomes the viewer’s own.' })
  email!: string

  @Field(() => Date)
  expiresAt!: Date
}

@InputType()
export class AccountEmailConfirmInput {
  @Field(() => String, { description: 'The last part of the link.' })
  token!: string
}

@InputType()
export class AccountPasswordUpdateInput extends PasswordProofInput {
  @Field(() => String)
  newPassword!: string

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the tokens of the viewer stay; else they end.',
  })
  keepTokens?: boolean | null
}

@ObjectType()
export class AccountPayload extends Payload {
  @Field(() => AccountType, { nullable: true })
  account?: AccountType
}
