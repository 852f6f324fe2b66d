import { randomBytes } from 'node:crypto'
import { asSystem, type OperationContext } from '../../kernel/context.js'
import { faults, found, invalid, type Fault } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import { parseCreation, type Raw } from '../../kernel/input.js'
import { requirePermission, requirePerson } from '../../kernel/permissions.js'
import { unopened } from '../../kernel/signing.js'
import type { AuditEntry } from '../audit/audit.js'
import { requireFreshSignIn } from '../../kernel/fresh-sign-in.js'
import type { SignInParts } from './sign-in-parts.js'
import * as rules from './two-factor.js'
import type { TwoFactor, TwoFactorSecret } from './two-factor.js'
import { userSubject, type User } from '../people/user.js'

/** The whole proof of a person who has a password; the code only where the second factor is on. */
export interface WholeProof {
  readonly current_password?: unknown
  readonly code?: unknown
}

/** The second factor of people who sign in by a password: codes of an app, and recovery codes in their place. */
export class TwoFactorService {
  constructor(private readonly parts: SignInParts) {}

  /** Shows the caller's own second factor. */
  async show(ctx: OperationContext): Promise<TwoFactor> {
    requirePermission(ctx, 'account:read')
    const user = found(ctx.actor.type === 'user' ? await this.parts.users.find(ctx, ctx.actor.id) : undefined)
    return {
      isEnabled: user.twoFactorEnabledAt !== null,
      isRequired: rules.isTwoFactorRequired(this.parts.twoFactorRule, user),
      recoveryCodes: await this.parts.users.countRecoveryCodes(ctx, user.id),
    }
  }

  /** True where a password alone lets this user do nothing but set up the second factor. */
  isMissing(user: User): boolean {
    return user.twoFactorEnabledAt === null && rules.isTwoFactorRequired(this.parts.twoFactorRule, user)
  }

  /** Restricts sessions by a password alone to setting the factor up, in the transaction that makes it required. */
  async restrictSessions(tx: OperationContext, user: User): Promise<void> {
    if (this.isMissing(user)) await this.parts.sessions.restrictOf(tx, user.id)
  }

  /** Restricts the sessions of all users at a start: the setting may ask for more than it did before. */
  async restrictAllSessions(ctx: OperationContext): Promise<void> {
    const { twoFactorRule: rule, sessions, transactions } = this.parts
    if (rule === 'optional') return
    const onlyOfAdministrators = rule === 'administrators'
    await transactions.run(ctx, (tx) => sessions.restrictAll(tx, { onlyOfAdministrators }))
  }

  /** Creates a secret for an app, which counts once a code of it has come; one that still waits is replaced. */
  async setUp(ctx: OperationContext, password: unknown): Promise<TwoFactorSecret> {
    const { newPasswords, proof, oneTimeCodes, sealers, users, transactions } = this.parts
    const { id, name } = requirePerson(ctx, 'two-factor:write')
    newPasswords.requireOn()
    const doubts = await proof.doubtsOf(ctx, id, password)
    if (doubts.length > 0) throw invalid(...doubts)
    const secret = oneTimeCodes.create()
    await transactions.run(ctx, async (tx) => {
      const stored = found(await users.findTwoFactorLocked(tx, id))
      if (stored.twoFactorEnabledAt) throw invalid(isOn)
      await users.updateTwoFactor(tx, id, {
        twoFactorSecret: sealers.twoFactor.seal(secret, id),
        twoFactorStep: null,
      })
    })
    return { secret, uri: oneTimeCodes.uriOf(secret, name) }
  }

  /** Turns the second factor on by a first code; returns the recovery codes, shown this once. */
  async enable(ctx: OperationContext, raw: Raw<typeof rules.codeInput>): Promise<readonly string[]> {
    const { id } = requirePerson(ctx, 'two-factor:write')
    const { code } = parseCreation(rules.codeInput, raw)
    const recoveryCodes = makeRecoveryCodes()
    const isRight = await this.attempt(ctx, id, async (tx) => {
      const stored = await this.parts.users.findTwoFactorLocked(tx, id)
      if (stored?.twoFactorEnabledAt) throw invalid(isOn)
      if (!(await this.takeStep(tx, id, code))) return this.requireOpened(tx, id)
      await this.parts.users.updateTwoFactor(tx, id, { twoFactorEnabledAt: tx.clock.now() })
      await this.replaceRecoveryCodes(tx, id, recoveryCodes)
      await this.parts.sessions.releaseOf(tx, id)
      await this.record(tx, id, 'user.enable-two-factor', {
        subject: 'Two-step sign-in is on',
        text: 'Two-step sign-in was turned on',
      })
      return true
    })
    if (!isRight) throw invalid(faults.invalid('code'))
    return recoveryCodes
  }

  /** Replaces the recovery codes by new ones, shown this once. */
  async renewRecoveryCodes(ctx: OperationContext, proof: WholeProof): Promise<readonly string[]> {
    const { id } = requirePerson(ctx, 'two-factor:write')
    await this.requireWholeProof(ctx, id, proof)
    const recoveryCodes = makeRecoveryCodes()
    await this.parts.transactions.run(ctx, async (tx) => {
      const stored = await this.parts.users.findTwoFactorLocked(tx, id)
      if (!stored?.twoFactorEnabledAt) throw invalid(isOff)
      await this.replaceRecoveryCodes(tx, id, recoveryCodes)
      await this.record(tx, id, 'user.renew-recovery-codes', {
        subject: 'New recovery codes',
        text: 'New recovery codes were made, which end those of before',
      })
    })
    return recoveryCodes
  }

  async disable(ctx: OperationContext, proof: WholeProof): Promise<void> {
    const { id } = requirePerson(ctx, 'two-factor:write')
    const { isRequired } = await this.show(ctx)
    if (isRequired) throw invalid(isNeeded)
    await this.requireWholeProof(ctx, id, proof)
    await this.parts.transactions.run(ctx, (tx) => this.remove(tx, id))
  }

  /** Turns it off, as a site administrator, for a user who has lost both the app and the recovery codes. */
  async disableOf(ctx: OperationContext, userId: string): Promise<User> {
    requirePermission(ctx, 'users:write')
    return this.parts.transactions.run(ctx, async (tx) => {
      const user = found(isId('user', userId) ? await this.parts.users.findLocked(tx, userId) : undefined)
      requireFreshSignIn(tx)
      if (user.twoFactorEnabledAt) await this.remove(tx, userId)
      return { ...user, twoFactorEnabledAt: null }
    })
  }

  /**
   * Finds why the proof does not count, where that is known without using up the code; with all other faults.
   */
  async doubtsOf(ctx: OperationContext, user: User, proof: WholeProof): Promise<readonly Fault[]> {
    const doubts = await this.parts.proof.doubtsOf(ctx, user.id, proof.current_password)
    return user.twoFactorEnabledAt ? [...rules.faultsOfCode(proof.code), ...doubts] : doubts
  }

  /** Uses up the code, once nothing else is wrong; does nothing where the second factor is off. */
  async takeCode(ctx: OperationContext, user: User, code: unknown): Promise<void> {
    if (!user.twoFactorEnabledAt || (await this.verify(ctx, user, String(code)))) return
    ctx.refused?.(ctx, { action: 'sign-in.fail', subject: userSubject(user), why: 'wrong code' })
    throw invalid(faults.invalid('code'))
  }

  /** Requires password and code; a code is looked at, and used up, only with the right password. */
  async requireWholeProof(ctx: OperationContext, userId: string, proof: WholeProof): Promise<void> {
    const user = found(await this.parts.users.find(ctx, userId))
    const doubts = await this.doubtsOf(ctx, user, proof)
    if (doubts.length > 0) throw invalid(...doubts)
    await this.takeCode(ctx, user, proof.code)
  }

  /** Uses up this code, of the app or of recovery; true if it is valid now. */
  async verify(ctx: OperationContext, user: User, code: string): Promise<boolean> {
    return this.attempt(asSystem(ctx, 'sign-in'), user.id, async (tx) => {
      const { users, tokenValues } = this.parts
      if (await this.takeStep(tx, user.id, code)) return true
      if (!(await users.takeRecoveryCode(tx, user.id, tokenValues.hash(rules.plainCode(code)))))
        return this.requireOpened(tx, user.id)
      await this.record(tx, user.id, 'user.use-recovery-code')
      return true
    })
  }

  /** Checks a code. Wrong codes are slowed like wrong passwords, apart from them. */
  private attempt(
    ctx: OperationContext,
    userId: string,
    check: (tx: OperationContext) => Promise<boolean>,
  ): Promise<boolean> {
    const refusal = { action: 'sign-in.fail' } as const
    const attempt = { name: `code ${userId}`, refusal, path: ['code'] }
    return this.parts.attempts.run(ctx, attempt, () => this.parts.transactions.run(ctx, check))
  }

  /** Takes a code's step of time, which counts once, and none before it afterwards. */
  private async takeStep(tx: OperationContext, userId: string, code: string): Promise<boolean> {
    const { users, sealers, oneTimeCodes } = this.parts
    const stored = await users.findTwoFactorLocked(tx, userId)
    const secret = stored?.twoFactorSecret
      ? sealers.twoFactor.open(stored.twoFactorSecret, userId)
      : undefined
    const step = secret && oneTimeCodes.stepOf(secret, rules.plainCode(code), tx.clock.now())
    if (!step || step <= (stored?.twoFactorStep ?? 0)) return false
    await users.updateTwoFactor(tx, userId, { twoFactorStep: step })
    return true
  }

  /** Throws while the secret cannot be opened: no code of the app is wrong then, and a recovery code is valid. */
  private async requireOpened(tx: OperationContext, userId: string): Promise<false> {
    const sealed = (await this.parts.users.findTwoFactorLocked(tx, userId))?.twoFactorSecret
    if (sealed && this.parts.sealers.twoFactor.open(sealed, userId) === undefined)
      throw unopened('The second factor')
    return false
  }

  private async replaceRecoveryCodes(tx: OperationContext, userId: string, codes: readonly string[]) {
    const hashes = codes.map((code) => this.parts.tokenValues.hash(rules.plainCode(code)))
    await this.parts.users.replaceRecoveryCodes(tx, userId, hashes)
  }

  private async remove(tx: OperationContext, userId: string): Promise<void> {
    const nothing = { twoFactorEnabledAt: null, twoFactorSecret: null, twoFactorStep: null }
    await this.parts.users.updateTwoFactor(tx, userId, nothing)
    await this.parts.users.replaceRecoveryCodes(tx, userId, [])
    await this.record(tx, userId, 'user.disable-two-factor', {
      subject: 'Two-step sign-in is off',
      text: 'Two-step sign-in was turned off',
    })
  }

  /** Records the act in the audit log; what the person has to know is mailed too. */
  private async record(
    tx: OperationContext,
    userId: string,
    action: AuditEntry['action'],
    news?: { readonly subject: string; readonly text: string },
  ): Promise<void> {
    const user = found(await this.parts.users.find(tx, userId))
    await this.parts.audit.record(tx, { action, subject: userSubject(user) })
    if (!news) return
    const text = `${news.text} for the account ${user.username}.`
    await this.parts.mail.announceChange(tx, user, { subject: news.subject, text })
  }
}

/** Makes codes of 80 bits each, in letters and digits that are not taken for one another. */
const makeRecoveryCodes = (): readonly string[] =>
  Array.from({ length: rules.recoveryCodeCount }, () => {
    const letters = [...randomBytes(16)].map((byte) => 'abcdefghijkmnpqrstuvwxyz23456789'[byte % 32])
    return letters.join('').replace(/(.{4})(?!$)/g, '$1-')
  })

const isOn = faults.denied('Two-step sign-in is on already; turn it off first')
const isOff = faults.denied('Two-step sign-in is off')
const isNeeded = faults.denied('Two-step sign-in is required of you')
