import type { OperationContext } from '../../kernel/context.js'
import { found } from '../../kernel/errors.js'
import { isSameEmail } from '../people/email-address.js'
import type { TeamParts } from './team-parts.js'
import { userSubject, type User } from '../people/user.js'

/** Turns an invitation that its person accepts into a membership, in the transaction that used its link up. */
export class Joining {
  constructor(private readonly parts: TeamParts) {}

  /** Adds the user to organization and teams. A member stays one, joins the teams, and the invitation goes. */
  async join(tx: OperationContext, user: User, membershipId: string): Promise<User> {
    const { memberships, teams, audit } = this.parts
    const invited = found(await memberships.findInvitedLocked(tx, membershipId))
    const { organizationId, email, teamIds } = invited
    const isMember = (await memberships.lockActive(tx, organizationId, [user.id])).size > 0
    if (isMember) await memberships.delete(tx, membershipId)
    else await memberships.activate(tx, membershipId, user.id)
    await memberships.keepByHand(tx, organizationId, user.id)
    const joined = await teams.lockIn(tx, organizationId, teamIds)
    await teams.addMembers(tx, joined, [user.id])
    await audit.record(tx, {
      action: 'organization-membership.accept',
      organizationId,
      subject: { type: 'organization-membership', id: membershipId, name: email },
      before: { status: 'invited', email },
      after: { status: 'active', userId: user.id, teamIds: joined },
    })
    return this.verify(tx, user, email)
  }

  /** Verifies the invited address where it was a claim of this very user. */
  private async verify(tx: OperationContext, before: User, email: string): Promise<User> {
    if (before.emailProof !== null || !isSameEmail(before.email, email)) return before
    const after = await this.parts.users.update(tx, before.id, { emailProof: 'invitation' })
    const subject = userSubject(before)
    await this.parts.audit.record(tx, { action: 'user.verify-email', subject, before, after })
    return after
  }
}
