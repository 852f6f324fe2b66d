import {
  emailMaximumLength,
  isEmail,
  isUsername,
  passwordMaximumLength,
  passwordMinimumLength,
  usernameMaximumLength,
} from '@engine/shared'
import { z } from 'zod'
import { faults } from '../../kernel/errors.js'
import { note, text } from '../../kernel/input.js'
import { emailProofs } from './email-address.js'

export const user = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  emailProof: z.enum(emailProofs).nullable(),
  emailVerifiedAt: z.date().nullable(),
  isSiteAdmin: z.boolean(),
  suspendedAt: z.date().nullable(),
  /** The time from which a second factor is asked for; null where a password alone signs in. */
  twoFactorEnabledAt: z.date().nullable(),
  createdAt: z.date(),
})
export type User = Readonly<z.output<typeof user>>

/** The owner of a token: a user, or the service account of a team or an organization. */
export interface Account extends Omit<User, 'emailVerifiedAt' | 'createdAt'> {
  readonly isServiceAccount: boolean
  /** The address that waits for its confirmation by mail. */
  readonly unconfirmedEmail: string | null
}

/** A user, as the other members of an organization see one. */
export interface Member extends Pick<User, 'id' | 'username' | 'email' | 'emailProof'> {
  /** True where a second factor is asked for. */
  readonly hasTwoFactor: boolean
}

/** A user, and whether the caller may see all of it or only what the list of members shows. */
export interface KnownAccount {
  readonly account: User | Account
  readonly isWhole: boolean
}

export interface UserFilter {
  /** A part of the user name or the e-mail address. */
  readonly search?: string | undefined
  readonly isSiteAdmin?: boolean | undefined
  readonly isSuspended?: boolean | undefined
}

export type UserOrder = 'username' | 'email' | 'created'

const username = text(usernameMaximumLength, isUsername)
const email = text(emailMaximumLength, isEmail)
const password = text(passwordMaximumLength, (given) => given.length >= passwordMinimumLength)

export const userCreation = { username, email, password }

/** The input of a site administrator who creates a user. */
export const adminUserCreation = { ...userCreation, isAdmin: z.boolean().optional() }

/** The input of a site administrator who changes a user. */
export const adminUserChange = { email: email.optional() }

/** The second factor's code, sent with the present password where the factor is on. */
const code = note(100)
  .nullish()
  .meta({ description: 'Six digits of the app, or a recovery code; where the second factor is on.' })

/** The input of users who change themselves, with the proof of their identity. */
export const userChange = {
  username: username.optional(),
  email: email.optional(),
  current_password: note(passwordMaximumLength).nullish(),
  code,
}

/** The input of a change of password, under the names that real clients send. */
export const passwordChange = {
  current_password: text(passwordMaximumLength),
  password,
  password_confirmation: z.string().optional(),
  code,
  keep_tokens: z.boolean().optional(),
}

/** The input for accepting an invitation with a new account; a link to a new password needs no user name. */
export const acceptance = { username, password }
export const passwordReset = { password, keep_tokens: z.boolean().optional() }

/** The input of a sign-in; `login` is a user name or an e-mail address. */
export const signInInput = { login: text(emailMaximumLength), password: text(passwordMaximumLength) }

/** Makes the subject of a user in the audit log. */
export const userSubject = ({ id, username: name }: Pick<User, 'id' | 'username'>) =>
  ({ type: 'user', id, name }) as const

export const isActiveAdministrator = (user: User): boolean => user.isSiteAdmin && !user.suspendedAt

export const lastAdministratorStays = faults.denied(
  'The last active site administrator can be neither deleted, suspended nor demoted',
)

export interface AccountPermissions {
  readonly mayCreateOrganizations: boolean
  readonly mayChangeEmail: boolean
  readonly mayChangeUsername: boolean
  readonly mayManageTokens: boolean
}
