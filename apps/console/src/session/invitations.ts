import { graphql } from '../data/generated'
import type { InvitationAcceptInput, InvitationFactsFragment } from '../data/generated/graphql'
import { InvitationAccept } from '../data/invitation-accept'
import type { UserError } from '../data/user-errors'
import { askAs } from './ask'
import type { Caller } from './upstream'

export const InvitationFacts = graphql(`
  fragment InvitationFacts on Invitation {
    state
    purpose
    organization
    teams
    email
    username
    invitedBy
    expiresAt
  }
`)

const InvitationQuery = graphql(`
  query Invitation($token: String!) {
    invitation(token: $token) {
      ...InvitationFacts
    }
  }
`)

/**
 * Finds what a one-time link invites to; null if it is forged, replaced or withdrawn. The token goes in the
 * body, which no log contains.
 *
 * @throws ApiError if there is no valid answer.
 */
export const findInvitation = async (
  caller: Caller,
  token: string,
): Promise<InvitationFactsFragment | null> => (await askAs(caller, InvitationQuery, { token })).invitation

/**
 * Uses a link: from then on the password is valid.
 * @throws ApiError when there is no good answer.
 */
export async function acceptInvitation(
  caller: Caller,
  input: InvitationAcceptInput,
): Promise<{ username: string } | { userErrors: readonly UserError[] }> {
  const { user, userErrors } = (await askAs(caller, InvitationAccept, { input })).invitationAccept
  return user ? { username: user.username } : { userErrors }
}
