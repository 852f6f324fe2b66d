import type { OperationContext } from '../../kernel/context.js'
import { found, notFound } from '../../kernel/errors.js'
import { requireFreshSignIn } from '../../kernel/fresh-sign-in.js'
import { isId } from '../../kernel/ids.js'
import { allows, requirePermission } from '../../kernel/permissions.js'
import { isProven } from '../people/email-address.js'
import { userSubject, type User } from '../people/user.js'
import type { RevocationsService } from '../tokens/revocations.service.js'
import type { SignInParts } from './sign-in-parts.js'
import { emailOf, type ProvenPerson, type UserSignOn } from './single-sign-on.js'
import type { SingleSignOnStore, UserIdentity } from './single-sign-on.store.js'

/** Leads people to the accounts that they had by another identity of single sign-on (contract §19). */
export class RelinksService {
  constructor(
    private readonly parts: SignInParts & {
      readonly store: SingleSignOnStore
      readonly revocations: RevocationsService
    },
  ) {}

  /** Finds how single sign-on leads to each of these accounts; nothing unless the caller is a site administrator. */
  async signOnOf(
    ctx: OperationContext,
    userIds: readonly string[],
  ): Promise<ReadonlyMap<string, UserSignOn>> {
    return allows(ctx.actor, 'users:read') ? this.parts.store.signOnOf(ctx, userIds) : new Map()
  }

  /**
   * Frees an account of its identities: they no longer sign in to it, and the next sign-in by its verified
   * address does, whatever `OIDC_RELINK` says. Sessions and tokens end at that sign-in.
   */
  async free(ctx: OperationContext, userId: string): Promise<User> {
    requirePermission(ctx, 'users:write')
    const { store, users, transactions, audit } = this.parts
    // In the order of a sign-in, which saves the identity at its end: it is finished first, or finds none.
    const lockIdentities = async (tx: OperationContext): Promise<void> => {
      if (!isId('user', userId)) throw notFound()
      for (const identity of await store.listIdentities(tx, userId)) await store.lockIdentity(tx, identity)
    }
    const free = async (tx: OperationContext): Promise<User> => {
      requirePermission(tx, 'users:write')
      const user = found(await users.findHeld(tx, userId))
      const identities = await store.listIdentities(tx, userId)
      if (identities.length === 0) throw notFound()
      // The account is the next one's who proves its address.
      requireFreshSignIn(tx)
      await store.deleteIdentities(tx, userId)
      await store.setFreed(tx, userId, { grantedAdmin: identities.some(({ grantedAdmin }) => grantedAdmin) })
      const before = { identities: identities.map(({ issuer, subject }) => ({ issuer, identity: subject })) }
      await audit.record(tx, { action: 'user.free-identity', subject: userSubject(user), before })
      return user
    }
    return transactions.run(ctx, free, lockIdentities)
  }

  /**
   * Gives an unknown identity the account of its verified address, if a site administrator freed it, or if all its
   * identities are another issuer's and the configuration allows it; answers what it is from now on. An address that
   * only moved within the provider proves no former owner.
   */
  async relink(tx: OperationContext, person: ProvenPerson): Promise<UserIdentity | 'SUSPENDED' | undefined> {
    const { store, users, revocations } = this.parts
    const email = person.isEmailVerified ? emailOf(person) : undefined
    if (email === undefined) return undefined
    await users.lockEmail(tx, email)
    const holder = await users.findByEmailLocked(tx, email)
    if (!holder || !isProven(holder)) return undefined
    const former = await this.formerOf(tx, holder, person)
    if (!former) return undefined
    if (holder.suspendedAt) return 'SUSPENDED'
    await store.deleteIdentities(tx, holder.id)
    await store.setFreed(tx, holder.id, null)
    await revocations.endAfterRelink(tx, holder, {
      before: former.identity,
      after: { issuer: person.issuer, identity: person.subject },
    })
    return { userId: holder.id, grantedAdmin: former.grantedAdmin }
  }

  /** Finds what led to an account that this person may take over; undefined where it has to stay as it is. */
  private async formerOf(
    tx: OperationContext,
    { id }: User,
    { issuer }: ProvenPerson,
  ): Promise<Former | undefined> {
    const { store, singleSignOn } = this.parts
    const freed = await store.findFreed(tx, id)
    if (freed) return { ...freed, identity: undefined }
    const identities = singleSignOn.relinksVerified ? await store.listIdentities(tx, id) : []
    const [first] = identities
    if (!first || identities.some((identity) => identity.issuer === issuer)) return undefined
    const grantedAdmin = identities.some((identity) => identity.grantedAdmin)
    return { grantedAdmin, identity: { issuer: first.issuer, identity: first.subject } }
  }
}

interface Former extends Pick<UserIdentity, 'grantedAdmin'> {
  /** Undefined where a site administrator freed the account of it; the audit log has it. */
  readonly identity: { readonly issuer: string; readonly identity: string } | undefined
}
