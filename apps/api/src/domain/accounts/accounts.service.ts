import type { OperationContext } from '../../kernel/context.js'
import { faults, found } from '../../kernel/errors.js'
import { parseChange, parseCreation, type Parsed, type Raw } from '../../kernel/input.js'
import { allows, requirePermission, requirePerson } from '../../kernel/permissions.js'
import type { SignInParts } from '../sign-in/sign-in-parts.js'
import type { RevocationsService } from '../tokens/revocations.service.js'
import { isSameEmail } from '../people/email-address.js'
import type { EmailAddressesService } from '../people/email-addresses.service.js'
import { requireFreshSignIn } from '../../kernel/fresh-sign-in.js'
import { sessionOf } from '../tokens/session.js'
import type { TwoFactorService, WholeProof } from '../sign-in/two-factor.service.js'
import * as rules from '../people/user.js'
import type { Account, KnownAccount, User } from '../people/user.js'
import type { UsersService } from './users.service.js'

/** Shows and changes the caller's own account, and shows those of others (contract §3). */
export class AccountsService {
  constructor(
    private readonly parts: SignInParts & {
      readonly revocations: RevocationsService
      readonly others: UsersService
      readonly addresses: EmailAddressesService
      readonly twoFactor: TwoFactorService
    },
  ) {}

  /** Shows the owner of the token: a user, or the service account of a team or an organization. */
  async show(ctx: OperationContext): Promise<Account> {
    requirePermission(ctx, 'account:read')
    const { actor } = ctx
    if (actor.type === 'team') return serviceAccount(`api-team_${tailOf(actor.id)}`, actor.id)
    if (actor.type === 'organization')
      return serviceAccount(`api-org-${actor.name}-${tailOf(actor.id)}`, actor.id)
    const user = found(actor.type === 'user' ? await this.parts.users.find(ctx, actor.id) : undefined)
    return this.parts.addresses.accountOf(ctx, user)
  }

  /** Finds the caller's own account, for site administrators every user's; of colleagues what members see. */
  async find(ctx: OperationContext, id: string): Promise<KnownAccount> {
    const self = await this.show(ctx)
    if (self.id === id) return { account: self, isWhole: true }
    if (allows(ctx.actor, 'users:read'))
      return { account: await this.parts.others.find(ctx, id), isWhole: true }
    return { account: await this.parts.others.findColleague(ctx, id), isWhole: false }
  }

  /** Finds those of these users that the caller may know of: for site administrators every one, else colleagues. */
  async findMany(ctx: OperationContext, ids: readonly string[]): Promise<readonly User[]> {
    const { others } = this.parts
    return allows(ctx.actor, 'users:read') ? others.findMany(ctx, ids) : others.findColleagues(ctx, ids)
  }

  /** Tells what the caller may do with its own account; with another's nothing. */
  permissions(ctx: OperationContext, { id }: Pick<Account, 'id'>): rules.AccountPermissions {
    const { actor } = ctx
    const isOwn = actor.type === 'user' && actor.id === id
    const mayWrite = isOwn && allows(actor, 'account:write')
    return {
      mayCreateOrganizations: isOwn && this.parts.organizations.mayCreate(ctx),
      mayChangeEmail: mayWrite,
      mayChangeUsername: mayWrite,
      mayManageTokens: isOwn && allows(actor, 'authentication-tokens:write'),
    }
  }

  /**
   * Updates the account. Another address is only a claim, or waits until it is confirmed (contract §10). A person with
   * a password has to prove it with all factors; over REST a fresh sign-in, which required the same, is enough.
   */
  async update(ctx: OperationContext, raw: Raw<typeof rules.userChange> & WholeProof): Promise<Account> {
    const { id } = requirePerson(ctx, 'account:write')
    const user = found(await this.parts.users.find(ctx, id))
    const isOther = typeof raw.email === 'string' && !isSameEmail(user.email, raw.email)
    const isAsked = isOther && (await this.isProofAsked(ctx, id, raw))
    const doubts = isAsked ? await this.parts.twoFactor.doubtsOf(ctx, user, raw) : []
    // The doubts come with all other faults.
    const input = parseChange(rules.userChange, raw, () => doubts)
    if (isAsked) await this.parts.twoFactor.takeCode(ctx, user, raw.code)
    return this.write(ctx, id, input, isAsked)
  }

  /** True where the person has a password, and has not just proved it to the session that asks over REST. */
  private async isProofAsked(ctx: OperationContext, id: string, given: WholeProof): Promise<boolean> {
    const isGiven = (given.current_password ?? '') !== ''
    if (ctx.face === 'rest' && sessionOf(ctx) !== undefined && !isGiven) return false
    return (await this.parts.users.findPasswordHash(ctx, id)) !== null
  }

  private async write(
    ctx: OperationContext,
    id: string,
    { username, email }: Parsed<typeof rules.userChange>,
    isProven: boolean,
  ): Promise<Account> {
    return this.parts.transactions.run(ctx, async (tx) => {
      if (email !== undefined) await this.parts.users.lockEmail(tx, email)
      const before = found(await this.parts.users.findLocked(tx, id))
      const isOther = email !== undefined && !isSameEmail(before.email, email)
      if (isOther && !isProven) requireFreshSignIn(tx)
      const address = email === undefined ? {} : await this.parts.addresses.change(tx, before, email)
      const after = await this.parts.users.update(tx, id, { username, ...address })
      const isWaiting = email !== undefined && !isSameEmail(after.email, email)
      await this.parts.audit.record(tx, {
        action: 'user.update',
        subject: rules.userSubject(after),
        before,
        after: { ...after, ...(isWaiting && { unconfirmedEmail: email }) },
      })
      return this.parts.addresses.accountOf(tx, after)
    })
  }

  /** Changes the password, by the old one and a second factor; other sessions end, tokens unless they are to stay. */
  async changePassword(ctx: OperationContext, raw: Raw<typeof rules.passwordChange>): Promise<Account> {
    const { id } = requirePerson(ctx, 'account:write')
    const { newPasswords, twoFactor } = this.parts
    newPasswords.requireOn()
    const known = found(await this.parts.users.find(ctx, id))
    const doubts = await twoFactor.doubtsOf(ctx, known, raw)
    const organizations = await this.parts.memberships.organizationsOf(ctx, id)
    const about = [known.username, known.email, ...organizations]
    const weakness = await newPasswords.faultsOf(raw.password, about)
    const input = parseCreation(rules.passwordChange, raw, (right, attributes) => [
      ...weakness,
      ...doubts,
      ...(attributes.has('password_confirmation') && right.password_confirmation !== right.password
        ? [faults.invalid('password_confirmation')]
        : []),
    ])
    await twoFactor.takeCode(ctx, known, input.code)
    const passwordHash = await newPasswords.hash(ctx, input.password)
    return this.parts.transactions.run(ctx, async (tx) => {
      const user = found(await this.parts.users.findLocked(tx, id))
      await this.parts.users.update(tx, id, { passwordHash })
      await this.parts.revocations.endAfterPassword(tx, user, {
        keepsTokens: input.keep_tokens ?? false,
        butSession: sessionOf(ctx),
      })
      return this.parts.addresses.accountOf(tx, user)
    })
  }
}

const tailOf = (id: string): string => id.slice(id.indexOf('-') + 1)

/** Makes the account of a team or an organization, which has no row: the id is its owner's, as one of a user. */
function serviceAccount(username: string, ownerId: string): Account {
  const noAddress = { email: null, emailProof: null, unconfirmedEmail: null }
  const nothing = { ...noAddress, isSiteAdmin: false, suspendedAt: null, twoFactorEnabledAt: null }
  return { id: `user-${tailOf(ownerId)}`, username, ...nothing, isServiceAccount: true }
}
