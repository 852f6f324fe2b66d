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

/** The password that was right, by its fingerprint. */
interface Proof {
  readonly id: string
  readonly proven: string
}

/**
 * Signs people in by a password, and by a code where the user has a second factor; lets them prove it again.
 */
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
    const { users, passwords, attempts } = this.parts
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
    const proof = found && mayEnter && { id: found.user.id, proven: fingerprintOf(found.passwordHash) }
    const entered =
      proof &&
      (await this.enter(ctx, proof, async (tx, user) =>
        user.twoFactorEnabledAt ? { challenge: this.challengeOf(tx, proof) } : this.open(tx, user),
      ))
    if (entered) return entered
    const refused = isRight ? 'suspended' : found ? 'wrong password' : 'unknown name'
    ctx.refused?.(ctx, { ...refusal, why: mayEnter ? 'changed meanwhile' : refused })
    throw wrongPassword()
  }

  /** Takes the second step: the challenge of the first, and a code. */
  async verify(ctx: OperationContext, raw: Raw<typeof challengeInput>): Promise<SignedIn> {
    const { challenge, code } = parseCreation(challengeInput, raw)
    const proof = this.opened(ctx, challenge)
    const user = proof && (await this.proven(ctx, proof, await this.parts.users.find(ctx, proof.id)))
    if (!proof || !user?.twoFactorEnabledAt) throw tooLate()
    if (!(await this.parts.twoFactor.verify(ctx, user, code))) {
      ctx.refused?.(ctx, { action: 'sign-in.fail', subject: userSubject(user), why: 'wrong code' })
      throw invalid(faults.invalid('code'))
    }
    const entered = await this.enter(ctx, proof, (tx, present) => this.open(tx, present))
    if (!entered) throw tooLate()
    return entered
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

  /** Enters while the proof is still good: looking at a password takes time, in which another one may have come. */
  private async enter<T>(
    ctx: OperationContext,
    proof: Proof,
    work: (tx: OperationContext, user: User) => Promise<T>,
  ): Promise<T | undefined> {
    const { transactions, users } = this.parts
    return transactions.run(ctx, async (tx) => {
      const user = await this.proven(tx, proof, await users.findLocked(tx, proof.id))
      return user && work(tx, user)
    })
  }

  private open(tx: OperationContext, user: User): Promise<SignedIn> {
    const needsTwoFactor = this.parts.twoFactor.isMissing(user)
    return this.parts.sessionsService.open(tx, user, { needsTwoFactor })
  }

  private challengeOf({ clock }: OperationContext, proof: Proof): string {
    const expiresAt = later(clock.now(), challengeLifetime).getTime()
    return this.parts.sealers.challenges.seal(JSON.stringify({ ...proof, expiresAt }), 'challenge')
  }

  private opened(ctx: OperationContext, challenge: string): Proof | undefined {
    const text = this.parts.sealers.challenges.open(challenge, 'challenge')
    if (text === undefined || !this.hasPasswords) return undefined
    const { expiresAt, ...proof } = JSON.parse(text) as Proof & { expiresAt: number }
    return expiresAt > ctx.clock.now().getTime() ? proof : undefined
  }

  /** Returns the user, as long as the password is still the one that was right and the user may still sign in. */
  private async proven(
    ctx: OperationContext,
    { id, proven }: Proof,
    user: User | undefined,
  ): Promise<User | undefined> {
    if (!user || user.suspendedAt) return undefined
    return fingerprintOf(await this.parts.users.findPasswordHash(ctx, id)) === proven ? user : undefined
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

function tooLate(): Error {
  return invalid({ path: ['challenge'], code: 'INVALID', message: 'Sign in again: that took too long' })
}
