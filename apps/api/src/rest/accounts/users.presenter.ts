import { z } from 'zod'
import type { PasswordLink } from '../../domain/accounts/invitations.service.js'
import type { Account, AccountPermissions, Member, User } from '../../domain/people/user.js'
import { resourceOf, selfLink } from '../jsonapi/document.js'

const emailVerified = z.boolean().meta({
  description: "True if the address was proven to be the user's: an unproven one grants nothing.",
})

/** The names in bodies of the choice whether tokens outlive a new password. */
export const keepTokens = { keep_tokens: ['keep-tokens', 'keep_tokens'] } as const

export const twoFactor = z.object({ enabled: z.boolean(), verified: z.boolean() })

/**
 * Picture of every user: the platform keeps none and asks no service for one. Clients of the vendor demand a text that is
 * not empty.
 */
const figure =
  "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%208%208'%20fill='%23778'%3E%3Ccircle%20cx='4'%20cy='3'%20r='2'/%3E%3Cpath%20d='M0%208a4%203%200%200%201%208%200'/%3E%3C/svg%3E"

/** Presents the second factor; a user who has one has proven it. */
export const presentTwoFactor = (enabled: boolean): z.input<typeof twoFactor> => ({
  enabled,
  verified: enabled,
})

const attributes = {
  username: z.string(),
  email: z.string().nullable().meta({ description: 'Null for a service user, and for a user who has none.' }),
  'email-verified': emailVerified,
  'unconfirmed-email': z
    .string()
    .nullable()
    .optional()
    .meta({ description: "The caller's own address that waits for its confirmation by mail." }),
  'avatar-url': z.string().meta({ description: 'A plain figure: the platform keeps no pictures of people.' }),
  'is-service-account': z
    .boolean()
    .meta({ description: 'The service account of a team or an organization.' }),
  'is-admin': z.boolean(),
  'is-site-admin': z.boolean(),
  'is-suspended': z.boolean(),
  'two-factor': twoFactor,
  permissions: z
    .object({
      'can-create-organizations': z.boolean(),
      'can-change-email': z.boolean(),
      'can-change-username': z.boolean(),
      'can-manage-user-tokens': z.boolean(),
    })
    .meta({ description: "The caller's rights to this account: none to another user's." }),
}

const documentWith = <S extends z.core.$ZodLooseShape>(shape: S) =>
  resourceOf('users', 'user-V3R563qtJNcExAkN', { attributes: z.object(shape), links: selfLink })

export const userDocument = documentWith(attributes).meta({ id: 'User' })

/** The attribute that goes with a new one-time link. */
export const mailed = z.boolean().optional().meta({
  description: 'True if a mail with the link is on its way. If not, send the link to the person yourself.',
})

/** A user with the one-time link to a new password, which is in this one answer only. */
export const invitedUserDocument = documentWith({
  ...attributes,
  'invitation-url': z.string(),
  mailed,
}).meta({ id: 'InvitedUser' })

/** A user, as the other members of an organization see one. */
export const memberDocument = documentWith({
  username: z.string(),
  email: z.string().nullable(),
  'email-verified': emailVerified,
  'is-service-account': z.boolean(),
  'two-factor': twoFactor,
}).meta({ id: 'Member' })

/** The person behind an invitation: the address, and nothing of an account that it may have, like its second factor. */
export const invitedPersonDocument = resourceOf('users', 'user-oXDgmsn6g2VJ7ZUH', {
  attributes: z.strictObject({ email: z.string(), 'two-factor': twoFactor }),
}).meta({ id: 'InvitedPerson' })

const anothers: AccountPermissions = {
  mayCreateOrganizations: false,
  mayChangeEmail: false,
  mayChangeUsername: false,
  mayManageTokens: false,
}

export function presentUser(
  user: User | Account,
  permissions: AccountPermissions = anothers,
): z.input<typeof userDocument> {
  return {
    id: user.id,
    type: 'users',
    attributes: {
      username: user.username,
      email: user.email,
      'email-verified': user.emailProof !== null,
      ...('unconfirmedEmail' in user && { 'unconfirmed-email': user.unconfirmedEmail }),
      'avatar-url': figure,
      'is-service-account': 'isServiceAccount' in user && user.isServiceAccount,
      'is-admin': user.isSiteAdmin,
      'is-site-admin': user.isSiteAdmin,
      'is-suspended': user.suspendedAt !== null,
      'two-factor': presentTwoFactor(user.twoFactorEnabledAt !== null),
      permissions: {
        'can-create-organizations': permissions.mayCreateOrganizations,
        'can-change-email': permissions.mayChangeEmail,
        'can-change-username': permissions.mayChangeUsername,
        'can-manage-user-tokens': permissions.mayManageTokens,
      },
    },
    links: { self: `/api/v2/users/${user.id}` },
  }
}

export function presentInvitedUser({ user, url, mailed }: PasswordLink): z.input<typeof invitedUserDocument> {
  const shown = presentUser(user)
  return { ...shown, attributes: { ...shown.attributes, 'invitation-url': url, mailed } }
}

export function presentMember(member: Member): z.input<typeof memberDocument> {
  const { id, username, email, emailProof } = member
  return {
    id,
    type: 'users',
    attributes: {
      username,
      email,
      'email-verified': emailProof !== null,
      'is-service-account': false,
      'two-factor': presentTwoFactor(member.hasTwoFactor),
    },
    links: { self: `/api/v2/users/${id}` },
  }
}

export const presentInvitedPerson = (id: string, email: string): z.input<typeof invitedPersonDocument> => ({
  id,
  type: 'users',
  attributes: { email, 'two-factor': presentTwoFactor(false) },
})
