import type { UserActor } from '../../kernel/actor.js'
import { later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, notFound } from '../../kernel/errors.js'
import { isId, newId } from '../../kernel/ids.js'
import { parseCreation, type Raw } from '../../kernel/input.js'
import type { Page, Paged } from '../../kernel/page.js'
import { requirePermission, type Permission } from '../../kernel/permissions.js'
import type { TokenValues } from '../../kernel/secrets.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import * as rules from './authentication-token.js'
import type { AuthenticationToken } from './authentication-token.js'
import type { AuthenticationTokensStore } from './authentication-tokens.store.js'

/** A user's own tokens (contract §3). Nobody else sees or makes them, administrators included. */
export class AuthenticationTokensService {
  constructor(
    private readonly store: AuthenticationTokensStore,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
    private readonly values: TokenValues,
  ) {}

  /** Lets only the user itself pass. */
  requireSelf(ctx: OperationContext, userId: string, permission: Permission): UserActor {
    requirePermission(ctx, permission)
    if (ctx.actor.type !== 'user' || ctx.actor.id !== userId) throw notFound({ denied: permission })
    return ctx.actor
  }

  async listOfUser(ctx: OperationContext, userId: string, page: Page): Promise<Paged<AuthenticationToken>> {
    this.requireSelf(ctx, userId, 'authentication-tokens:read')
    return this.store.listOfUser(ctx, userId, page)
  }

  async find(
    ctx: OperationContext,
    id: string,
    permission: Permission = 'authentication-tokens:read',
  ): Promise<AuthenticationToken> {
    requirePermission(ctx, permission)
    const token = isId('at', id) ? await this.store.find(ctx, id) : undefined
    if (!token) throw notFound()
    this.requireSelf(ctx, token.userId, permission)
    return token
  }

  /** The value is in the answer, this once. A token makes none with more scope or a longer life than its own. */
  async create(
    ctx: OperationContext,
    userId: string,
    raw: Raw<typeof rules.authenticationTokenCreation>,
  ): Promise<{ token: AuthenticationToken; value: string }> {
    const actor = this.requireSelf(ctx, userId, 'authentication-tokens:write')
    const now = ctx.clock.now()
    const { kind, scopes: ownScopes, expiresAt: ownExpiry } = actor.credential
    const longest = kind === 'token' ? ownExpiry : undefined
    const input = parseCreation(rules.authenticationTokenCreation, raw, ({ expiredAt, scopes }) => [
      ...(expiredAt && (expiredAt <= now || (longest && expiredAt > longest))
        ? [faults.invalid('expiredAt')]
        : []),
      ...(rules.isNarrower(scopes ?? [], ownScopes) ? [] : [faults.invalid('scopes')]),
    ])
    const usual = later(now, rules.authenticationTokenLifetime)
    const { value, hash } = this.values.create('user')
    const token = await this.transactions.run(ctx, async (tx) => {
      const created = await this.store.create(tx, {
        id: newId('at'),
        tokenHash: hash,
        userId,
        createdById: actor.id,
        description: input.description ?? null,
        scopes: input.scopes ?? [],
        expiresAt: input.expiredAt ?? (longest && longest < usual ? longest : usual),
      })
      await this.audit.record(tx, {
        action: 'authentication-token.create',
        subject: subject(created),
        after: created,
      })
      return created
    })
    return { token, value }
  }

  async delete(ctx: OperationContext, id: string): Promise<void> {
    const before = await this.find(ctx, id, 'authentication-tokens:write')
    await this.transactions.run(ctx, async (tx) => {
      if (!(await this.store.delete(tx, id))) throw notFound()
      await this.audit.record(tx, { action: 'authentication-token.delete', subject: subject(before), before })
    })
  }
}

function subject(token: AuthenticationToken): { type: 'authentication-token'; id: string; name: string } {
  return { type: 'authentication-token', id: token.id, name: token.description ?? '' }
}
