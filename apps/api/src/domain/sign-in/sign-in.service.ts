import { createHash } from 'node:crypto'
import { later, minutes } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, found, invalid } from '../../kernel/errors.js'
import { parseCreation, type Raw } from '../../kernel/input.js'
import { networkOf } from '../../kernel/network.js'
import { allows, denied, requirePermission } from '../../kernel/permissions.js'
import type { SignInParts } from './sign-in-parts.js'
import { passwordsAreOff } from './new-passwords.js'
import type { SessionsService, SignedIn } from '../tokens/sessions.service.js'
import { sessionOf, type Session } from '../tokens/session.js'
import type { TwoFactorService, WholeProof } from './two-factor.service.js'
import { challengeInput } from './two-factor.js'
import { signInInput, userSubject, type User } from '../people/user.js'

/** The time for which a right password waits for its code. */
const challengeLifetime = minutes(5)

/** A challenge: the password was right, and a code has to come with it. */
export interface Challenge {
  readonly challenge: string
}

/** Signs people in by a password, and by a code where the user has a second factor; lets them prove it anew. */
export class SignInService {
  constructor(
    private readonly parts: SignInParts & {
      readonly sessionsService: SessionsService
      readonly twoFactor: TwoFactorService
    },
  ) {}

  /** False where people sign in by single sign-on alone. */
  get hasPasswords(): boolean {
    return this.parts.hasPasswords
  }

  /**
   * Signs in by a password. An unknown name, a wrong password and a suspended user get one answer, after the same time.
   * After some failures the same name has to wait at the same network, and so does a network that tries many names.
   */
  async signIn(ctx: OperationContext, raw: Raw<typeof signInInput>): Promise<SignedIn | Challenge> {
    const { users, passwords, attempts, sessionsService, twoFactor } = this.parts
    if (!this.hasPasswords) throw invalid(passwordsAreOff)
    const { login, password } = parseCreation(signInInput, raw)
    const found = await users.findByLogin(ctx, login)
    const refusal = {
      action: 'sign-in.fail',
      ...(found && { subject: userSubject(found.user) }),
    } as const
    let isRight = false
    const { username, email, id } = found?.user ?? {}
    const names = [username, email, id].filter((name) => typeof name === 'string')
    const mayEnter = await attempts.run(ctx, { name: login, refusal, names }, async () => {
      const network = networkOf(ctx.address ?? '')
      isRight = await passwords.verify(found?.passwordHash ?? null, password, network)
      return isRight && !found?.user.suspendedAt
    })
    if (!found || !mayEnter) {
      const why = isRight ? 'suspended' : found ? 'wrong password' : 'unknown name'
      ctx.refused?.(ctx, { ...refusal, why })
      throw wrongPassword()
    }
    const { user, passwordHash } = found
    if (user.twoFactorEnabledAt) return { challenge: this.challengeOf(ctx, user, passwordHash) }
    return sessionsService.open(ctx, user, { needsTwoFactor: twoFactor.isMissing(user) })
  }

  /** Takes the second step: the challenge of the first, and a code. */
  async verify(ctx: OperationContext, raw: Raw<typeof challengeInput>): Promise<SignedIn> {
    const { challenge, code } = parseCreation(challengeInput, raw)
    const user = await this.challenged(ctx, challenge)
    if (!user)
      throw invalid({ path: ['challenge'], code: 'INVALID', message: 'Sign in again: that took too long' })
    if (await this.parts.twoFactor.verify(ctx, user, code)) return this.parts.sessionsService.open(ctx, user)
    ctx.refused?.(ctx, { action: 'sign-in.fail', subject: userSubject(user), why: 'wrong code' })
    throw invalid(faults.invalid('code'))
  }

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

  private challengeOf({ clock }: OperationContext, { id }: User, passwordHash: string | null): string {
    const expiresAt = later(clock.now(), challengeLifetime).getTime()
    const proven = fingerprintOf(passwordHash)
    return this.parts.sealers.challenges.seal(JSON.stringify({ id, proven, expiresAt }), 'challenge')
  }

  /** Finds the user, as long as the password is still the one that was right and the user may still sign in. */
  private async challenged(ctx: OperationContext, challenge: string): Promise<User | undefined> {
    const text = this.parts.sealers.challenges.open(challenge, 'challenge')
    if (text === undefined || !this.hasPasswords) return undefined
    const { id, proven, expiresAt } = JSON.parse(text) as { id: string; proven: string; expiresAt: number }
    if (expiresAt <= ctx.clock.now().getTime()) return undefined
    const user = await this.parts.users.find(ctx, id)
    const isGood = user && !user.suspendedAt && user.twoFactorEnabledAt
    if (!isGood || fingerprintOf(await this.parts.users.findPasswordHash(ctx, id)) !== proven)
      return undefined
    return user
  }
}

const signInAgain = faults.denied('The account has no password to confirm it by: sign out and in again')

const fingerprintOf = (passwordHash: string | null): string =>
  createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url')

function wrongPassword(): Error {
  return invalid({ path: [], code: 'INVALID', message: 'User name or password is wrong' })
}
