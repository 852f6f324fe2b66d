import { days, later, minutes } from '../../kernel/clock.js'
import { asSystem, type OperationContext } from '../../kernel/context.js'
import { notFound } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import { parseCreation, type Raw } from '../../kernel/input.js'
import { defaultExpiry, longestExpiry, tokenSubject } from '../tokens/authentication-token.js'
import type { SignInParts } from '../sign-in/sign-in-parts.js'
import type { SetUpStore } from './set-up.store.js'
import { userCreation, userSubject, type User } from '../people/user.js'

/** Creates the first administrator (contract §3): possible while there is no user, with the set-up token. */
export class SetUpService {
  constructor(
    private readonly parts: SignInParts & {
      readonly setUp: SetUpStore
      /** The token of the configuration, if it names one. */
      readonly configuredToken?: string | undefined
    },
  ) {}

  async isRequired(ctx: OperationContext): Promise<boolean> {
    return this.parts.users.isEmpty(ctx)
  }

  /** Returns at each start the token to print, or undefined when there is nothing to set up. */
  async prepare(ctx: OperationContext): Promise<string | undefined> {
    const { setUp, users, tokenValues, configuredToken } = this.parts
    if (!(await users.isEmpty(ctx))) {
      await setUp.clear(ctx)
      return undefined
    }
    if (configuredToken !== undefined) {
      await setUp.replace(ctx, tokenValues.hash(configuredToken), later(ctx.clock.now(), days(36_500)))
      return configuredToken
    }
    const { value, hash } = tokenValues.create('setup')
    await setUp.replace(ctx, hash, later(ctx.clock.now(), minutes(60)))
    return value
  }

  /** True where this token could make the first administrator now. */
  async accepts(ctx: OperationContext, setUpToken: string): Promise<boolean> {
    const { setUp, users, tokenValues } = this.parts
    const isGood = (await setUp.isGood(ctx, tokenValues.hash(setUpToken))) && (await users.isEmpty(ctx))
    if (!isGood) ctx.refused?.(ctx, { action: 'set-up.fail', why: 'wrong set-up token, or set up already' })
    return isGood
  }

  /** Creates the administrator; a wrong, old or used token is not found, like the whole path once there is a user. */
  async createAdministrator(
    ctx: OperationContext,
    setUpToken: string,
    raw: Raw<typeof userCreation>,
  ): Promise<User> {
    return this.create(ctx, setUpToken, raw, async () => {})
  }

  /** Creates the administrator and a first token for scripts, whose value is shown this once. */
  async createAdministratorWithToken(
    ctx: OperationContext,
    setUpToken: string,
    raw: Raw<typeof userCreation>,
  ): Promise<string> {
    const { tokens, audit, tokenValues, lifetimes } = this.parts
    const { value, hash } = tokenValues.create('user')
    await this.create(ctx, setUpToken, raw, async (tx, { id }) => {
      const token = await tokens.create(tx, {
        id: newId('at'),
        tokenHash: hash,
        owner: { type: 'user', id },
        createdById: id,
        madeBy: null,
        description: 'Created at the first set-up',
        scopes: [],
        expiresAt: defaultExpiry(tx, longestExpiry(tx, lifetimes)),
      })
      await audit.record(tx, {
        action: 'authentication-token.create',
        subject: tokenSubject(token),
        after: token,
      })
    })
    return value
  }

  private async create(
    ctx: OperationContext,
    setUpToken: string,
    raw: Raw<typeof userCreation>,
    andThen: (tx: OperationContext, administrator: User) => Promise<void>,
  ): Promise<User> {
    const { setUp, users, transactions, audit, newPasswords, tokenValues } = this.parts
    if (!(await this.accepts(ctx, setUpToken))) throw notFound()
    const setUpHash = tokenValues.hash(setUpToken)
    const weakness = await newPasswords.faultsOf(raw.password, [raw.username, raw.email])
    const input = parseCreation(userCreation, raw, () => weakness)
    const passwordHash = await newPasswords.hash(ctx, input.password)
    return transactions.run(asSystem(ctx, 'set-up'), async (tx) => {
      if (!(await setUp.take(tx, setUpHash)) || !(await users.isEmpty(tx))) throw notFound()
      const { username, email } = input
      const created = await users.create(tx, {
        id: newId('user'),
        username,
        email,
        emailProof: 'administrator',
        passwordHash,
        isSiteAdmin: true,
      })
      await audit.record(tx, { action: 'user.create', subject: userSubject(created), after: created })
      await andThen(tx, created)
      return created
    })
  }
}
