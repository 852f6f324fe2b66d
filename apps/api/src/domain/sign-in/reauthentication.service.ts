import type { OperationContext } from '../../kernel/context.js'
import { faults, found, invalid } from '../../kernel/errors.js'
import { allows, denied, requirePermission } from '../../kernel/permissions.js'
import type { SignInParts } from './sign-in-parts.js'
import { passwordsAreOff } from './new-passwords.js'
import { sessionOf } from '../tokens/session.js'
import type { Session } from '../tokens/session.js'
import type { TwoFactorService, WholeProof } from './two-factor.service.js'

/** Lets a signed-in person prove anew who they are, before what an old session must not do. */
export class ReauthenticationService {
  constructor(private readonly parts: SignInParts & { readonly twoFactor: TwoFactorService }) {}

  /** True where the caller has a password to prove it by; all others sign in again. */
  async canProve(ctx: OperationContext): Promise<boolean> {
    const { actor } = ctx
    if (actor.type !== 'user' || !this.parts.hasPasswords || !allows(actor, 'account:read')) return false
    return (await this.parts.users.findPasswordHash(ctx, actor.id)) !== null
  }

  /** Makes the session that asks fresh by the password, and by a code where the second factor is on. */
  async reauthenticate(ctx: OperationContext, proof: WholeProof): Promise<Session> {
    requirePermission(ctx, 'sessions:write')
    const id = sessionOf(ctx)
    if (id === undefined || ctx.actor.type !== 'user') throw denied(ctx, 'sessions:write')
    const user = found(await this.parts.users.find(ctx, ctx.actor.id))
    if (!this.parts.hasPasswords) throw invalid(passwordsAreOff)
    if (!(await this.canProve(ctx))) throw invalid(signInAgain)
    await this.parts.twoFactor.requireWholeProof(ctx, user.id, proof)
    return this.parts.transactions.run(ctx, async (tx) => {
      const session = found(await this.parts.sessions.reauthenticate(tx, id))
      const subject = { type: 'session', id, name: user.username } as const
      await this.parts.audit.record(tx, { action: 'session.reauthenticate', subject })
      return session
    })
  }
}

const signInAgain = faults.denied('The account has no password to confirm it by: sign out and in again')
