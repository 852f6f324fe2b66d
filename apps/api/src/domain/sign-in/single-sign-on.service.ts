import { asSystem, type OperationContext } from '../../kernel/context.js'
import { DomainError, faultsIn, isUnavailable, notFound } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import { parseCreation, type Raw } from '../../kernel/input.js'
import { isProven, isSameEmail } from '../people/email-address.js'
import type { SignInParts } from './sign-in-parts.js'
import type { SessionsService, SignedIn } from '../tokens/sessions.service.js'
import {
  areMissing,
  emailOf,
  explainMissing,
  isOldProof,
  signOnAnswer,
  usernamesFor,
  type ProvenPerson,
  type SignOnProblem,
  type SingleSignOnFlow,
} from './single-sign-on.js'
import type { RelinksService } from './relinks.service.js'
import type { SsoRightsService } from './sso-rights.service.js'
import { userSubject, type User } from '../people/user.js'
import type { SingleSignOnStore } from './single-sign-on.store.js'

/** Signs people in by an OpenID provider. An account is found by the issuer and its subject, and by nothing else. */
export class SingleSignOnService {
  private hasToldOfAbsence = false

  constructor(
    private readonly parts: SignInParts & {
      readonly store: SingleSignOnStore
      readonly rights: SsoRightsService
      readonly relinks: RelinksService
      readonly sessionsService: SessionsService
    },
  ) {}

  /** The name of the provider on screens; undefined where there is none. */
  get name(): string | undefined {
    return this.parts.identityProvider?.name
  }

  /** Returns where the browser signs in; `asksAgain` where the sign-in that the provider knows of is not enough. */
  async begin(
    { clock, log }: OperationContext,
    { asksAgain = false } = {},
  ): Promise<SingleSignOnFlow & { readonly url: string }> {
    if (!this.parts.identityProvider) throw notFound()
    const begun = await this.parts.identityProvider.begin({ asksAgain }).catch(logged(log))
    return { ...begun, ...(asksAgain && { authenticatedAfter: clock.now() }) }
  }

  /** Logs at the start when the provider does not answer. The start does not wait for it. */
  async tryOut({ log }: OperationContext): Promise<void> {
    if (!this.parts.identityProvider) return
    await this.parts.identityProvider.begin({ asksAgain: false }).catch((error: unknown) => {
      const detail = error instanceof DomainError ? error.internal : { error: String(error) }
      log.warn({ ...detail }, 'the single sign-on provider does not answer; people cannot sign in by it')
    })
  }

  /** Signs in when the browser is back. The session is one like those by password. */
  async finish(ctx: OperationContext, raw: Raw<typeof signOnAnswer>): Promise<SignedIn | SignOnProblem> {
    const { identityProvider: provider, transactions } = this.parts
    if (!provider) throw notFound()
    const { answer, ...flow } = parseCreation(signOnAnswer, raw)
    const person = await provider.finish(flow, answer).catch(logged(ctx.log))
    if ('problem' in person) {
      if (person.refusal) ctx.log.warn({ ...person.refusal }, refused)
      return refuse(ctx, { problem: person.problem })
    }
    if (person.userinfoRefusal) ctx.log.warn({ ...person.userinfoRefusal }, refused)
    if (isOldProof(flow, person)) return refuse(ctx, { problem: 'UNPROVEN' }, person)
    this.tell(ctx, person)
    const outcome = await transactions.run(asSystem(ctx, 'single sign-on'), (tx) => this.enter(tx, person))
    return 'problem' in outcome ? refuse(ctx, outcome, person) : outcome
  }

  private async enter(tx: OperationContext, person: ProvenPerson): Promise<SignedIn | Refused> {
    const { store, users, rights, relinks, sessionsService } = this.parts
    const known = (await store.lockIdentity(tx, person)) ?? (await relinks.relink(tx, person))
    if (known === 'SUSPENDED') return { problem: known }
    // The first user has to be a site administrator, or the set-up would be over and no one could make one.
    if (!known && !rights.makesAdmin(person.groups) && (await users.isEmpty(tx)))
      return { problem: 'NOT_SET_UP' }
    const found = known ? await this.verified(tx, known.userId, person) : await this.createUser(tx, person)
    if (found === undefined) return { problem: 'UNPROVEN' }
    if (typeof found === 'string') return { problem: found }
    if (found.suspendedAt) return { problem: 'SUSPENDED', user: found }
    const { groups } = person
    const before = known ?? { grantedAdmin: false }
    const areKnown = !areMissing(groups)
    const grantedAdmin = areKnown ? await rights.replaceAdmin(tx, found, before, groups) : before.grantedAdmin
    await store.saveIdentity(tx, person, { userId: found.id, grantedAdmin })
    if (areKnown) await rights.replaceTeams(tx, found, groups)
    const user = await users.find(tx, found.id)
    if (!user) return { problem: 'UNPROVEN' }
    const authenticatedAt = timeOfProof(tx, person)
    const facts = areKnown ? undefined : { groups: explainMissing(groups) }
    return sessionsService.open(tx, user, { bySingleSignOn: true, authenticatedAt, facts })
  }

  /** Logs missing groups, a claim that never comes only once: without groups in use nothing is wrong with that. */
  private tell({ log }: OperationContext, { groups, subject }: ProvenPerson): void {
    if (!areMissing(groups)) return
    if (groups.missing === 'absent' && this.hasToldOfAbsence) return
    this.hasToldOfAbsence ||= groups.missing === 'absent'
    log.warn({ subject, claim: groups.claim }, explainMissing(groups))
  }

  /** Verifies the account's address where the provider vouches for it, or gives it one; no other is touched. */
  private async verified(
    tx: OperationContext,
    userId: string,
    person: ProvenPerson,
  ): Promise<User | undefined> {
    const { users, claims, audit } = this.parts
    const email = person.isEmailVerified ? emailOf(person) : undefined
    if (email !== undefined) await users.lockEmail(tx, email)
    const before = await users.findLocked(tx, userId)
    if (!before || email === undefined || isProven(before)) return before
    if (before.email !== null && !isSameEmail(before.email, email)) return before
    const isFree = await claims.claim(tx, email, 'single-sign-on', userId).then(() => true, whetherTaken)
    if (!isFree) return before
    const after = await users.update(tx, userId, { email, emailProof: 'single-sign-on' })
    await audit.record(tx, { action: 'user.verify-email', subject: userSubject(after), before, after })
    return after
  }

  /**
   * Creates an account. An address that an account has proven is no proof that this is the same person: it signs no one
   * in. A provider that tells no address makes an account without one.
   */
  private async createUser(tx: OperationContext, person: ProvenPerson): Promise<User | SignOnProblem> {
    const { users, audit } = this.parts
    const given = emailOf(person)
    const emailProof = given !== undefined && person.isEmailVerified ? ('single-sign-on' as const) : null
    const isFree =
      given !== undefined &&
      (await this.parts.claims.claim(tx, given, emailProof).then(() => true, whetherTaken))
    if (!isFree && emailProof) return 'EMAIL_TAKEN'
    const email = isFree ? given : null
    const names = usernamesFor(person)
    const taken = await users.lockNamed(tx, names)
    const username = names.find((name) => !taken.has(name)) ?? names[0] ?? ''
    const facts = { id: newId('user'), username, email, emailProof, passwordHash: null, isSiteAdmin: false }
    const user = await users.create(tx, facts)
    const { issuer, subject: identity } = person
    const after = { ...user, issuer, identity }
    await audit.record(tx, { action: 'user.create', subject: userSubject(user), after })
    return user
  }
}

const refused = 'the sign-in provider refused a sign-in'

/** Logs why the provider does not sign in anyone, which the person does not learn. */
const logged =
  (log: OperationContext['log']) =>
  (error: unknown): never => {
    if (isUnavailable(error)) {
      const { cause: _, ...refusal } = error.internal as { readonly cause?: unknown }
      log.warn(refusal, refused)
    }
    throw error
  }

/** Returns the time of the proof: a person who was signed in at the provider already has proven nothing now. */
function timeOfProof({ clock }: OperationContext, { authenticatedAt }: ProvenPerson): Date {
  const now = clock.now()
  return authenticatedAt && authenticatedAt < now ? authenticatedAt : now
}

/** Returns false where the address is another account's, by a proof that is as strong. */
function whetherTaken(error: unknown): false {
  faultsIn(error)
  return false
}

interface Refused {
  readonly problem: SignOnProblem
  /** The owner of the account, where there is one. */
  readonly user?: User
}

/** The problems in the words of the audit log. */
const reasons: Record<SignOnProblem, string> = {
  DECLINED: 'declined by the provider',
  UNPROVEN: 'unproven answer',
  EMAIL_TAKEN: 'address of another account',
  SUSPENDED: 'suspended',
  NOT_SET_UP: 'no administrator yet',
}

/** Records the failure in the audit log, with only what the provider vouches for. */
function refuse(ctx: OperationContext, { problem, user }: Refused, person?: ProvenPerson): SignOnProblem {
  const subject = user ? userSubject(user) : person && identityOf(person)
  const facts = person && { issuer: person.issuer, email: person.email }
  ctx.refused?.(ctx, {
    action: 'sign-in.fail',
    why: reasons[problem],
    ...(subject && { subject }),
    ...(facts && { facts }),
  })
  return problem
}

function identityOf({ subject: id, username, email }: ProvenPerson) {
  return { type: 'identity', id, name: username ?? email ?? id } as const
}
