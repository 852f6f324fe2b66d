import type { OperationContext } from '../../kernel/context.js'
import { faults, found, invalid, requireUnchanged, type Fault } from '../../kernel/errors.js'
import { requireFreshSignIn } from '../../kernel/fresh-sign-in.js'
import { isId, newId } from '../../kernel/ids.js'
import { merged, parseChange, parseCreation, type Raw } from '../../kernel/input.js'
import type { Page, Paged } from '../../kernel/page.js'
import type { Permission } from '../../kernel/permissions.js'
import type { Organization, OrganizationAccess } from '../organizations/organization.js'
import type { Team } from '../teams/team.js'
import type { TeamsStore } from '../teams/teams.store.js'
import { faultsOutside, isOutside } from '../tokens/authentication-token.js'
import type { WorkspaceScopesService } from '../workspaces/workspace-scopes.service.js'
import * as rules from './ci-identity.js'
import type { CiIdentity, CiIdentityFacts } from './ci-identity.js'
import { namingClaims } from './issuer-kind.js'
import type { KnownIssuer } from './trusted-issuer.js'
import type { CiParts } from './trusted-issuers.service.js'

/** Relationships of an identity, as ids that are not looked up yet; an absent one stays. */
export interface IdentityRelations {
  readonly trustedIssuer?: unknown
  readonly team?: unknown
}

export interface CiIdentityAccess extends OrganizationAccess {
  readonly identity: CiIdentity
}

/** An issuer and a team that an identity may name. */
interface Related {
  readonly issuer: KnownIssuer
  readonly team: Team
}

export interface CiIdentityParts extends CiParts {
  readonly teams: TeamsStore
  readonly workspaceScopes: WorkspaceScopesService
}

/** The CI identities: owners of an organization decide which jobs get a token of a team (contract §15). */
export class CiIdentitiesService {
  constructor(private readonly parts: CiIdentityParts) {}

  async access(
    ctx: OperationContext,
    organization: string,
    permission: Permission = 'ci-identities:read',
  ): Promise<OrganizationAccess> {
    return this.parts.organizations.access(ctx, organization, permission)
  }

  /** Lists those of an organization, by name. */
  async list(ctx: OperationContext, organization: string, page: Page): Promise<Paged<CiIdentity>> {
    const access = await this.access(ctx, organization)
    const list = await this.parts.identities.list(ctx, access.organization.id, page)
    return { ...list, items: await this.withShownScopes(ctx, list.items) }
  }

  async find(
    ctx: OperationContext,
    id: string,
    permission: Permission = 'ci-identities:read',
  ): Promise<CiIdentityAccess> {
    const access = await this.look(ctx, id, permission)
    const [identity = access.identity] = await this.withShownScopes(ctx, [access.identity])
    return { ...access, identity }
  }

  async create(
    ctx: OperationContext,
    organization: string,
    raw: Raw<typeof rules.ciIdentityCreation>,
    relations: IdentityRelations,
    known: readonly Fault[] = [],
  ): Promise<CiIdentity> {
    return this.parts.transactions.run(ctx, async (tx) => {
      const access = await this.access(tx, organization, 'ci-identities:write')
      const organizationId = access.organization.id
      const input = parseCreation(rules.ciIdentityCreation, raw)
      const related = await this.related(tx, organizationId, relations, known)
      requireFreshSignIn(tx)
      const facts = await this.checked(tx, access.organization, related, input)
      await this.parts.quotas.requireRoom(tx, 'ciIdentities', { type: 'organization', id: organizationId })
      const kept = { ...facts, id: newId('ciid'), organizationId }
      const created = await this.parts.identities.create(tx, kept, namingClaims(related.issuer.kind))
      await this.record(tx, 'ci-identity.create', { ...access, identity: created }, { after: created })
      const [after = created] = await this.withShownScopes(tx, [created])
      return after
    })
  }

  /** Changes an identity; absent attributes stay. Tokens that could no longer be created like this end. */
  async update(
    ctx: OperationContext,
    id: string,
    raw: Raw<typeof rules.ciIdentityChange>,
    relations: IdentityRelations = {},
    {
      expectedUpdatedAt,
      known = [],
    }: { expectedUpdatedAt?: Date | undefined; known?: readonly Fault[] } = {},
  ): Promise<CiIdentity> {
    return this.parts.transactions.run(ctx, async (tx) => {
      const access = await this.lock(tx, id, expectedUpdatedAt)
      const { identity: before, organization } = access
      const change = parseChange(rules.ciIdentityChange, raw)
      const references = { trustedIssuer: before.trustedIssuerId, team: before.teamId, ...relations }
      const related = await this.related(tx, organization.id, references, known, before)
      requireFreshSignIn(tx)
      const shown = await this.shownFacts(tx, before)
      const wanted = merged(rules.ciIdentityChange, shown, change)
      const facts = await this.checked(tx, organization, related, wanted, { kept: before, shown })
      const after = await this.parts.identities.update(tx, before, facts, namingClaims(related.issuer.kind))
      if (rules.isNarrowed(before, after)) await this.endTokens(tx, access)
      await this.record(tx, 'ci-identity.update', { ...access, identity: after }, { before, after })
      const [answer = after] = await this.withShownScopes(tx, [after])
      return answer
    })
  }

  /** Deletes an identity with its tokens. */
  async delete(ctx: OperationContext, id: string, expectedUpdatedAt?: Date): Promise<void> {
    await this.parts.transactions.run(ctx, async (tx) => {
      const access = await this.lock(tx, id, expectedUpdatedAt)
      await this.endTokens(tx, access)
      await this.parts.identities.delete(tx, id)
      await this.record(tx, 'ci-identity.delete', access, { before: access.identity })
    })
  }

  /** The issuers of identities that the caller may see, by their ids. */
  async issuersOf(
    ctx: OperationContext,
    identities: readonly Pick<CiIdentity, 'trustedIssuerId'>[],
  ): Promise<ReadonlyMap<string, KnownIssuer>> {
    const ids = [...new Set(identities.map(({ trustedIssuerId }) => trustedIssuerId))]
    return this.parts.issuers.findMany(ctx, ids)
  }

  /** The teams of identities that the caller may see, by their ids. */
  async teamsOf(
    ctx: OperationContext,
    identities: readonly Pick<CiIdentity, 'teamId'>[],
  ): Promise<ReadonlyMap<string, Team>> {
    const teams = await this.parts.teams.findMany(ctx, [...new Set(identities.map(({ teamId }) => teamId))])
    return new Map(teams.map((team) => [team.id, team]))
  }

  private async lock(tx: OperationContext, id: string, expectedUpdatedAt?: Date): Promise<CiIdentityAccess> {
    if (isId('ciid', id)) await this.parts.identities.lock(tx, id)
    const access = await this.look(tx, id, 'ci-identities:write')
    requireUnchanged(access.identity, expectedUpdatedAt)
    return access
  }

  private async look(ctx: OperationContext, id: string, permission: Permission): Promise<CiIdentityAccess> {
    const identity = found(isId('ciid', id) ? await this.parts.identities.find(ctx, id) : undefined)
    const access = await this.parts.organizations.accessById(ctx, identity.organizationId, permission)
    return { ...access, identity }
  }

  /** Finds the issuer and the team that are named; those that an identity has may stay as they are. */
  private async related(
    tx: OperationContext,
    organizationId: string,
    { trustedIssuer, team }: IdentityRelations,
    known: readonly Fault[],
    before?: CiIdentity,
  ): Promise<Related> {
    const { issuers, teams } = this.parts
    const issuer =
      trustedIssuer === before?.trustedIssuerId && before
        ? (await issuers.findMany(tx, [before.trustedIssuerId])).get(before.trustedIssuerId)
        : typeof trustedIssuer === 'string'
          ? await issuers.findFor(tx, organizationId, trustedIssuer)
          : undefined
    const namedTeam = typeof team === 'string' && isId('team', team) ? await teams.find(tx, team) : undefined
    const own = namedTeam?.organizationId === organizationId ? namedTeam : undefined
    if (issuer && own && known.length === 0) return { issuer, team: own }
    throw invalid(
      ...known,
      ...(issuer ? [] : [missing(trustedIssuer, 'trustedIssuer', 'trusted issuer')]),
      ...(own ? [] : [missing(team, 'team', 'team')]),
    )
  }

  /**
   * Checks the parts of an identity against each other; returns the scopes in their stored form. Unchanged parts are
   * not checked again: a right that the team has lost must not keep an identity from being disabled.
   */
  private async checked(
    tx: OperationContext,
    { name: organization }: Pick<Organization, 'name'>,
    { issuer, team }: Related,
    facts: Omit<CiIdentityFacts, 'trustedIssuerId' | 'teamId'>,
    before?: { readonly kept: CiIdentity; readonly shown: CiIdentity },
  ): Promise<CiIdentityFacts> {
    const had = new Map(before?.shown.scopes.map((scope, index) => [scope, before.kept.scopes[index]]))
    const found = await this.parts.workspaceScopes.storedScopes(
      tx,
      facts.scopes.filter((scope) => !had.has(scope)),
    )
    const keptOf = (scope: string) => had.get(scope) ?? (found.has(scope) ? found.get(scope) : scope)
    const isNew = (scope: string) => !had.has(scope)
    const isElsewhere = (scope: string) => isNew(scope) && isOutside(scope, organization)
    const scopes = facts.scopes.map(keptOf)
    const areClaimsChecked =
      before?.kept.trustedIssuerId !== issuer.id || rules.areOthers(before.kept.claims, facts.claims)
    const isScopeChecked = (scope: string) => before?.kept.teamId !== team.id || isNew(scope)
    const wrong = [
      ...(areClaimsChecked ? rules.faultsOfClaims(facts.claims, issuer.kind) : []),
      ...faultsOutside(facts.scopes, organization, isNew),
      ...scopes.flatMap((scope, index) =>
        scope === undefined && !isElsewhere(facts.scopes[index] ?? '')
          ? [faults.invalid('scopes', index)]
          : [],
      ),
      ...rules.faultsOfScopes(facts.scopes, team, (each) => isScopeChecked(each) && !isElsewhere(each)),
    ]
    if (wrong.length > 0) throw invalid(...wrong)
    return {
      ...facts,
      scopes: scopes.filter((scope) => scope !== undefined),
      trustedIssuerId: issuer.id,
      teamId: team.id,
    }
  }

  private async shownFacts(tx: OperationContext, before: CiIdentity): Promise<CiIdentity> {
    const [shown = before] = await this.withShownScopes(tx, [before])
    return shown
  }

  private async withShownScopes(
    ctx: OperationContext,
    identities: readonly CiIdentity[],
  ): Promise<readonly CiIdentity[]> {
    const lists = await this.parts.workspaceScopes.shownScopes(
      ctx,
      identities.map(({ scopes }) => scopes),
    )
    return identities.map((identity, index) => ({ ...identity, scopes: [...(lists[index] ?? [])] }))
  }

  private async endTokens(
    tx: OperationContext,
    { identity, organization, administratorOverride }: CiIdentityAccess,
  ): Promise<void> {
    const ids = await this.parts.identities.tokenIdsOf(tx, { identityId: identity.id })
    await this.parts.revocations.endEach(tx, ids, { organizationId: organization.id, administratorOverride })
  }

  private async record(
    tx: OperationContext,
    action: 'ci-identity.create' | 'ci-identity.update' | 'ci-identity.delete',
    { identity, organization, administratorOverride }: CiIdentityAccess,
    change: { readonly before?: object; readonly after?: object },
  ): Promise<void> {
    const subject = rules.ciIdentitySubject(identity)
    const where = { organizationId: organization.id, administratorOverride }
    await this.parts.audit.record(tx, { action, subject, ...where, ...change })
  }
}

const missing = (given: unknown, name: string, what: string): Fault =>
  given === undefined || given === null
    ? faults.denied(`A ${what} must be named`, name)
    : faults.denied(`There is no such ${what} for this organization`, name)
