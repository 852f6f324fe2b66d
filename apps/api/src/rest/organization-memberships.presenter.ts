import { z } from 'zod'
import type { Membership } from '../domain/identity/membership.js'

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
          'Only in the answer to the creation, for somebody who is no user yet: good once, for 7 days.',
      }),
    }),
    relationships: z.object({
      organization: z.object({ data: identifier('organizations') }),
      user: z.object({ data: identifier('users').nullable() }),
      teams: z.object({ data: z.array(identifier('teams')) }),
    }),
    links: z.object({ self: z.string() }),
  })
  .meta({ id: 'Membership' })

export function presentMembership(
  membership: Membership,
  invitationUrl: string | null = null,
): z.input<typeof membershipDocument> {
  const { id, status, email, createdAt, organization, user, teamIds } = membership
  return {
    id,
    type: 'organization-memberships',
    attributes: {
      status,
      email,
      'created-at': createdAt.toISOString(),
      ...(invitationUrl !== null && { 'invitation-url': invitationUrl }),
    },
    relationships: {
      organization: { data: { id: organization.name, type: 'organizations' } },
      user: { data: user ? { id: user.id, type: 'users' } : null },
      teams: { data: teamIds.map((teamId) => ({ id: teamId, type: 'teams' as const })) },
    },
    links: { self: `/api/v2/organization-memberships/${id}` },
  }
}
