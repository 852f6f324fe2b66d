import { z } from 'zod'
import type { Membership } from '../../domain/teams/organization-membership.js'
import type { Invited } from '../../domain/teams/organization-memberships.service.js'
import {
  mailed,
  presentInvitedPerson,
  presentMember,
  type invitedPersonDocument,
  type memberDocument,
} from '../accounts/users.presenter.js'

/** Returns the user's id; clients fail on none, so that of an invitation has one too, which is not found. */
const userIdOf = ({ id, user }: Membership): string => user?.id ?? `user-${id.slice(id.indexOf('-') + 1)}`

/** Presents the user of a membership, as far as the organization may know the person. */
export function presentUserOf(
  membership: Membership,
): z.input<typeof memberDocument> | z.input<typeof invitedPersonDocument> {
  const { user, email } = membership
  if (user) return presentMember(user)
  return presentInvitedPerson(userIdOf(membership), email)
}

const identifier = <T extends string>(type: T) => z.object({ id: z.string(), type: z.literal(type) })

export const membershipDocument = z
  .object({
    id: z.string().meta({ example: 'ou-oXDgmsn6g2VJ7ZUH' }),
    type: z.literal('organization-memberships'),
    attributes: z.object({
      status: z.enum(['invited', 'active']),
      email: z.string(),
      'created-at': z.string(),
      'invitation-url': z.string().optional().meta({
        description:
          'Only in the answer to the creation of an invitation: good once, for 7 days. Never for the token of a team.',
      }),
      mailed,
    }),
    relationships: z.object({
      organization: z.object({ data: identifier('organizations') }),
      user: z.object({ data: identifier('users') }).meta({
        description:
          'Of an invitation: a user with the address and nothing else, which is not found by itself.',
      }),
      teams: z.object({ data: z.array(identifier('teams')) }),
    }),
    links: z.object({ self: z.string() }),
  })
  .meta({ id: 'Membership' })

export function presentMembership(
  membership: Membership,
  { invitationUrl, mailed }: Pick<Invited, 'invitationUrl' | 'mailed'> = {
    invitationUrl: null,
    mailed: null,
  },
): z.input<typeof membershipDocument> {
  const { id, status, email, createdAt, organization, teamIds } = membership
  return {
    id,
    type: 'organization-memberships',
    attributes: {
      status,
      email,
      'created-at': createdAt.toISOString(),
      ...(invitationUrl !== null && { 'invitation-url': invitationUrl }),
      ...(mailed !== null && { mailed }),
    },
    relationships: {
      organization: { data: { id: organization.name, type: 'organizations' } },
      user: { data: { id: userIdOf(membership), type: 'users' } },
      teams: { data: teamIds.map((teamId) => ({ id: teamId, type: 'teams' as const })) },
    },
    links: { self: `/api/v2/organization-memberships/${id}` },
  }
}
