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
import { resourceOf, selfLink, toMany, toOne } from '../jsonapi/document.js'

/** Returns the user's id; clients fail on none, so that of an invitation has one too, which is not found. */
const userIdOf = ({ id, user }: Membership): string => user?.id ?? `user-${id.slice(id.indexOf('-') + 1)}`

/** Presents the user of a membership, with what the organization may know of the person. */
export function presentUserOf(
  membership: Membership,
): z.input<typeof memberDocument> | z.input<typeof invitedPersonDocument> {
  const { user, email } = membership
  if (user) return presentMember(user)
  return presentInvitedPerson(userIdOf(membership), email)
}

export const membershipDocument = resourceOf('organization-memberships', 'ou-oXDgmsn6g2VJ7ZUH', {
  attributes: z.object({
    status: z.enum(['invited', 'active']),
    email: z.string(),
    'created-at': z.string(),
    'invitation-url': z.string().optional().meta({
      description:
        'Link in the answer to the creation of an invitation: good once, for 7 days. Absent for the token of a team.',
    }),
    mailed,
  }),
  relationships: z.object({
    organization: toOne('organizations'),
    user: toOne('users').meta({
      description: 'For an invitation a user with the address alone, which no other request finds.',
    }),
    teams: toMany('teams'),
  }),
  links: selfLink,
}).meta({ id: 'Membership' })

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
