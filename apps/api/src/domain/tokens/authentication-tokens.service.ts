import { organizationOf, scopesOf } from '../../kernel/actor.js'
import { askingCredential, type OperationContext } from '../../kernel/context.js'
import { faults, found, notFound } from '../../kernel/errors.js'
import { isId, newId } from '../../kernel/ids.js'
import { parseCreation, type Parsed, type Raw, type Rules } from '../../kernel/input.js'
import type { OrderedPage, Paged } from '../../kernel/page.js'
import { denied, requirePermission } from '../../kernel/permissions.js'
import type { AuditEntry } from '../audit/audit.js'
import * as rules from './authentication-token.js'
import type {
  AuthenticationToken,
  TeamTokenFilter,
  TeamTokenOrder,
  TokenOrder,
  TokenOwner,
} from './authentication-token.js'
import { requireFreshSignIn } from '../../kernel/fresh-sign-in.js'
import type { TokenParts } from './token-parts.js'
import type { TokenConsequences } from './revocation.js'
import type { RevocationsService } from './revocations.service.js'
import type { Team } from '../teams/team.js'
import { accessToTeamTokens, teamsWithVisibleTokens } from '../teams/team-tokens.js'

export interface CreatedToken {
  readonly token: AuthenticationToken
  /** The value, shown this once. */
  readonly value: string
}

/** The access to another owner's tokens, for the audit log. */
type AccessDecision = Pick<AuditEntry, 'organizationId' | 'administratorOverride'>

type PlainCreation = typeof rules.plainTokenCreation

/**
 * The tokens of users, teams and organizations (contract §3). A user's are that user's alone, administrators
 * included; those of a team or an organization are for its owners, and a team's for its members where it lets them.
 */
export class AuthenticationTokensService {
  constructor(private readonly parts: TokenParts & { readonly revocations: RevocationsService }) {}

  get lifetimes(): rules.TokenLifetimes {
    return this.parts.lifetimes
  }

  /** Requires that the caller may see the owner's tokens, or make and revoke them. */
  async enter(ctx: OperationContext, owner: TokenOwner, right: 'read' | 'write'): Promise<AccessDecision> {
    if (owner.type === 'user') {
      requirePermission(ctx, `authentication-tokens:${right}`)
      if (ctx.actor.type !== 'user' || ctx.actor.id !== owner.id)
        throw denied(ctx, `authentication-tokens:${right}`)
      return {}
    }
    const { organization, administratorOverride } =
      owner.type === 'team'
        ? await accessToTeamTokens(this.parts, ctx, owner, `team-tokens:${right}`)
        : await this.parts.organizations.accessById(ctx, owner.id, `organization-tokens:${right}`)
    return { organizationId: organization.id, administratorOverride }
  }

  /** Lists tokens, newest first. */
  async list(
    ctx: OperationContext,
    owner: TokenOwner,
    page: OrderedPage<TokenOrder>,
  ): Promise<Paged<AuthenticationToken>> {
    await this.enter(ctx, owner, 'read')
    return this.parts.tokens.list(ctx, owner, page)
  }

  /** Lists tokens of all teams of an organization, newest first; `search` is a part of a team's name, in any case. */
  async listOfAllTeams(
    ctx: OperationContext,
    organizationName: string,
    filter: TeamTokenFilter,
    page: OrderedPage<TeamTokenOrder>,
  ): Promise<Paged<AuthenticationToken>> {
    const { organization } = await this.parts.organizations.access(ctx, organizationName, 'team-tokens:read')
    return this.parts.tokens.listOfAllTeams(ctx, organization.id, filter, page)
  }

  /** Lists tokens of many teams at once; those whose tokens the caller may not see are left out. */
  async listOfTeams(
    ctx: OperationContext,
    teams: readonly Pick<Team, 'id' | 'organizationId'>[],
    page: OrderedPage<TokenOrder>,
  ): Promise<ReadonlyMap<string, Paged<AuthenticationToken>>> {
    return this.parts.tokens.listOfTeams(ctx, await teamsWithVisibleTokens(this.parts, ctx, teams), page)
  }

  /** Finds the one token without a description of each of these teams, where the caller may see it. */
  async listPlainOfTeams(
    ctx: OperationContext,
    teams: readonly Pick<Team, 'id' | 'organizationId'>[],
  ): Promise<ReadonlyMap<string, AuthenticationToken>> {
    const ids = await teamsWithVisibleTokens(this.parts, ctx, teams)
    return byOwner(await this.parts.tokens.listPlain(ctx, { type: 'team', ids }))
  }

  /** Finds the one token of this kind of each of these organizations, where the caller may see it. */
  async listOfOrganizations(
    ctx: OperationContext,
    organizationIds: readonly string[],
    only?: 'audit-trails',
  ): Promise<ReadonlyMap<string, AuthenticationToken>> {
    const seen = await this.parts.organizations.accessMany(ctx, organizationIds, 'organization-tokens:read')
    return byOwner(
      await this.parts.tokens.listPlain(ctx, { type: 'organization', ids: [...seen.keys()], only }),
    )
  }

  /** Finds a token. A token with scopes revokes only what it could have made itself. Every token may end itself. */
  async find(
    ctx: OperationContext,
    id: string,
    right: 'read' | 'write' | 'end' = 'read',
  ): Promise<AuthenticationToken> {
    const token = found(isId('at', id) ? await this.parts.tokens.find(ctx, id) : undefined)
    if (right === 'end' && isOwn(ctx, token)) return token
    await this.enter(ctx, token.owner, right === 'read' ? 'read' : 'write')
    const scopes = scopesOf(ctx.actor)
    if (right !== 'read' && !rules.isNarrower(token.scopes, scopes))
      throw denied(ctx, 'authentication-tokens:write')
    return token
  }

  /** Finds the one token of this kind of an organization, or the one of a team that has no description. */
  async findPlain(ctx: OperationContext, owner: TokenOwner): Promise<AuthenticationToken> {
    await this.enter(ctx, owner, 'read')
    return found(await this.parts.tokens.findPlain(ctx, owner))
  }

  /** Returns tokens with scopes as the caller may read them: a workspace by its present name. */
  async withShownScopes(
    ctx: OperationContext,
    tokens: readonly AuthenticationToken[],
  ): Promise<readonly AuthenticationToken[]> {
    const shown = await this.parts.workspaceScopes.shownScopes(
      ctx,
      tokens.map(({ scopes }) => scopes),
    )
    return tokens.map((token, index) => ({ ...token, scopes: shown[index] ?? [] }))
  }

  async create(
    ctx: OperationContext,
    owner: TokenOwner,
    raw: Raw<typeof rules.authenticationTokenCreation>,
  ): Promise<CreatedToken> {
    return this.parts.transactions.run(ctx, async (tx) => {
      const decision = await this.enter(tx, owner, 'write')
      const asked = await this.askedScopes(tx, decision, raw)
      const input = parseCreation(rules.authenticationTokenCreation, raw, this.limits(tx, owner, asked))
      return this.write(tx, owner, decision, withKept(input, asked.keptOf))
    })
  }

  /** Replaces the token that exists; of many replacements at once the last one lives. */
  async replacePlain(
    ctx: OperationContext,
    owner: TokenOwner,
    raw: Raw<PlainCreation>,
  ): Promise<CreatedToken> {
    return this.parts.transactions.run(ctx, async (tx) => {
      const decision = await this.enter(tx, owner, 'write')
      const asked = await this.askedScopes(tx, decision, raw)
      const input = parseCreation(rules.plainTokenCreation, raw, this.limits(tx, owner, asked))
      if (!(await this.parts.tokens.lockOwner(tx, owner))) throw notFound()
      const before = await this.parts.tokens.findPlain(tx, owner)
      if (before) await this.parts.revocations.end(tx, before, decision)
      return this.write(tx, owner, decision, withKept(input, asked.keptOf))
    })
  }

  async deletePlain(ctx: OperationContext, owner: TokenOwner): Promise<void> {
    await this.parts.transactions.run(ctx, async (tx) => {
      const decision = await this.enter(tx, owner, 'write')
      if (!(await this.parts.tokens.lockOwner(tx, owner))) throw notFound()
      const before = found(await this.parts.tokens.findPlain(tx, owner))
      await this.parts.revocations.end(tx, before, decision)
    })
  }

  /** Ends a token; says what has ended with it and what stays. */
  async delete(ctx: OperationContext, id: string): Promise<TokenConsequences> {
    return this.parts.transactions.run(ctx, async (tx) => {
      const before = await this.find(tx, id, 'end')
      const decision = isOwn(tx, before)
        ? { organizationId: organizationOf(tx.actor) }
        : await this.enter(tx, before.owner, 'write')
      return this.parts.revocations.end(tx, before, decision)
    })
  }

  /** Ends those of all teams, for owners; a token with scopes ends only what it could have made, so not all of them. */
  async deleteOfAllTeams(ctx: OperationContext, organizationName: string): Promise<void> {
    const { organizations, tokens, transactions, revocations } = this.parts
    await transactions.run(ctx, async (tx) => {
      const access = await organizations.access(tx, organizationName, 'team-tokens:write')
      const { organization, administratorOverride } = access
      if (scopesOf(tx.actor).length > 0) throw denied(tx, 'team-tokens:write', organization.id)
      const ids = await tokens.idsOfAllTeams(tx, organization.id)
      await revocations.endEach(tx, ids, { organizationId: organization.id, administratorOverride })
    })
  }

  /** Refuses more scope or a longer life than those of the token that asks, and a life beyond the longest. */
  private limits(
    ctx: OperationContext,
    owner: TokenOwner,
    { keptOf, organization }: AskedScopes,
  ): Rules<PlainCreation> {
    const isHere = (each: string) => organization === undefined || !rules.isOutside(each, organization)
    const own = scopesOf(ctx.actor)
    const longest = this.longestExpiry(ctx)
    return ({ expiredAt, scopes = [] }) => [
      ...(expiredAt && !(expiredAt > ctx.clock.now() && (!longest || expiredAt <= longest))
        ? [faults.invalid('expiredAt')]
        : []),
      ...(organization === undefined ? [] : rules.faultsOutside(scopes, organization)),
      ...scopes.flatMap((each, index) =>
        isHere(each) && !keptOf(each) ? [faults.invalid('scopes', index)] : [],
      ),
      ...(rules.mayHaveScopes(owner, keptScopes(scopes, keptOf), own) ? [] : [faults.invalid('scopes')]),
    ]
  }

  /** Looks up whose the asked scopes may be, and how they are stored. */
  private async askedScopes(
    ctx: OperationContext,
    { organizationId }: AccessDecision,
    raw: Raw<PlainCreation>,
  ): Promise<AskedScopes> {
    const { data: asked = [] } = rules.plainTokenCreation.scopes.safeParse(raw.scopes ?? undefined)
    const kept = await this.parts.workspaceScopes.storedScopes(ctx, asked)
    const [giving] = organizationId ? await this.parts.organizations.findMany(ctx, [organizationId]) : []
    return { keptOf: (scope) => (kept.has(scope) ? kept.get(scope) : scope), organization: giving?.name }
  }

  private async write(
    tx: OperationContext,
    owner: TokenOwner,
    decision: AccessDecision,
    input: Parsed<PlainCreation> & { readonly description?: string | undefined },
  ): Promise<CreatedToken> {
    // A token without scopes would do what its maker's old session may not; any of an organization outlives the maker.
    if (owner.type === 'organization' || (input.scopes ?? []).length === 0) requireFreshSignIn(tx)
    await this.parts.quotas.requireRoom(tx, 'tokens', rules.quotaOwnerOf(owner))
    const { value, hash } = this.parts.tokenValues.create(owner.type)
    const token = await this.parts.tokens.create(tx, {
      id: newId('at'),
      tokenHash: hash,
      owner,
      createdById: tx.actor.type === 'user' ? tx.actor.id : null,
      // A credential that is ended takes along all that it has made.
      madeBy: askingCredential(tx)?.id ?? null,
      description: (owner.type === 'team' ? input.description : input.description || null) ?? null,
      scopes: rules.scopesOfNew(owner, input.scopes),
      expiresAt: input.expiredAt ?? rules.defaultExpiry(tx, this.longestExpiry(tx)),
    })
    const action = 'authentication-token.create'
    await this.parts.audit.record(tx, {
      action,
      ...decision,
      subject: rules.tokenSubject(token),
      after: token,
    })
    await this.announce(tx, token)
    return { token, value }
  }

  /** Mails the owner, who may not be the maker; for an organization's token it mails the maker. */
  private async announce(tx: OperationContext, token: AuthenticationToken): Promise<void> {
    const { mail, users } = this.parts
    if (!mail.isConfigured || tx.face === 'system') return
    if (token.owner.type === 'organization') return this.announceOfOrganization(tx, token)
    const user = token.owner.type === 'user' ? await users.find(tx, token.owner.id) : undefined
    if (!user) return
    const [shown = token] = await this.withShownScopes(tx, [token])
    await mail.announceToken(tx, user, shown)
  }

  private async announceOfOrganization(tx: OperationContext, { owner }: AuthenticationToken): Promise<void> {
    const { mail, organizations } = this.parts
    const [organization] = await organizations.findMany(tx, [owner.id])
    const name = organization?.name ?? owner.id
    const subject = `A new token of ${name}`
    await mail.announceAct(tx, { subject, text: `A token of the organization ${name} was made.` })
  }

  /** Bounds a new token by the life of the token that makes it; a session makes tokens of any life. */
  private longestExpiry(ctx: OperationContext): Date | undefined {
    const { actor } = ctx
    const own =
      'credential' in actor && actor.credential.kind === 'token' ? actor.credential.expiresAt : undefined
    return rules.longestExpiry(ctx, this.parts.lifetimes, own)
  }
}

/** Maps a scope to its stored form, that of a workspace by its id; undefined for a workspace that the caller does not see. */
type KeptOf = (scope: string) => string | undefined

interface AskedScopes {
  readonly keptOf: KeptOf
  /** The name of the organization that gives them; undefined for a person's token. */
  readonly organization: string | undefined
}

const keptScopes = (scopes: readonly string[], keptOf: KeptOf): string[] =>
  scopes.flatMap((each) => keptOf(each) ?? [])

const withKept = <I extends Parsed<PlainCreation>>({ scopes, ...input }: I, keptOf: KeptOf) => ({
  ...input,
  scopes: scopes && keptScopes(scopes, keptOf),
})

const byOwner = (tokens: readonly AuthenticationToken[]): ReadonlyMap<string, AuthenticationToken> =>
  new Map(tokens.map((token) => [token.owner.id, token]))

const isOwn = ({ actor }: OperationContext, { id }: AuthenticationToken): boolean =>
  'credential' in actor && actor.credential.id === id
