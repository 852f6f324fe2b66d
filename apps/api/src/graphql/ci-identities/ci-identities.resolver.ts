import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { IdentityRelations } from '../../domain/ci-identities/ci-identities.service.js'
import { isClaimName } from '../../domain/ci-identities/ci-identity.js'
import { faults, faultsAt, invalid } from '../../kernel/errors.js'
import { batched } from '../batched.js'
import type { GraphqlContext } from '../context.js'
import { deletion, partsOf, withUserErrors } from '../mutations.js'
import { OrganizationType } from '../organizations/organizations.types.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import { mayIn, nullWhenMissing, organizationOf } from '../queries.js'
import { TeamType, toTeamType } from '../teams/teams.types.js'
import * as types from './ci-identities.types.js'
import { TokenTrialType, toTokenTrialType } from './token-trial.types.js'
import { KnownIssuerType } from './trusted-issuers.types.js'

const issuerOf = batched(async ({ ctx, services }, identities: readonly types.CiIdentityType[]) => {
  const found = await services.ciIdentities.issuersOf(ctx, identities)
  return new Map(identities.map(({ id, trustedIssuerId }) => [id, found.get(trustedIssuerId)]))
})

const teamOf = batched(async ({ ctx, services }, identities: readonly types.CiIdentityType[]) => {
  const found = await services.ciIdentities.teamsOf(ctx, identities)
  return new Map(identities.map(({ id, teamId }) => [id, found.get(teamId)]))
})

@Resolver(() => types.CiIdentityType)
export class CiIdentitiesResolver {
  @Query(() => types.CiIdentityConnection, {
    nullable: true,
    description: 'Those of an organization, by name; for its owners.',
  })
  async ciIdentities(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('organization', () => String, { description: 'Its name.' }) organization: string,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.CiIdentityType> | null> {
    return nullWhenMissing(async () =>
      toConnection(await services.ciIdentities.list(ctx, organization, toPage(page)), types.toCiIdentityType),
    )
  }

  @Query(() => types.CiIdentityType, { nullable: true })
  async ciIdentity(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('id', () => ID) id: string,
  ): Promise<types.CiIdentityType | null> {
    return nullWhenMissing(async () =>
      types.toCiIdentityType((await services.ciIdentities.find(ctx, id)).identity),
    )
  }

  @Query(() => TokenTrialType, {
    nullable: true,
    description:
      'Says of a token of CI which identities it fits, for owners. It is not used up, and not kept. Once in a document.',
  })
  async tokenTrial(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('organization', () => String, { description: 'Its name.' }) organization: string,
    @Arg('token', () => String) token: string,
  ): Promise<TokenTrialType | null> {
    return nullWhenMissing(async () =>
      toTokenTrialType(await services.tokenExchange.try(ctx, organization, { token })),
    )
  }

  @FieldResolver(() => OrganizationType)
  organization(
    @Root() { organizationId }: types.CiIdentityType,
    @Ctx() context: GraphqlContext,
  ): Promise<OrganizationType> {
    return organizationOf(context, organizationId)
  }

  @FieldResolver(() => KnownIssuerType, { nullable: true })
  async issuer(
    @Root() identity: types.CiIdentityType,
    @Ctx() context: GraphqlContext,
  ): Promise<KnownIssuerType | null> {
    return (await issuerOf(context, identity)) ?? null
  }

  @FieldResolver(() => TeamType, { nullable: true, description: 'Whose tokens the jobs get.' })
  async team(
    @Root() identity: types.CiIdentityType,
    @Ctx() context: GraphqlContext,
  ): Promise<TeamType | null> {
    const team = await teamOf(context, identity)
    return team ? toTeamType(team) : null
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may change and delete it.' })
  canUpdate(
    @Root() { organizationId }: types.CiIdentityType,
    @Ctx() context: GraphqlContext,
  ): Promise<boolean> {
    return mayIn(context, organizationId, 'ci-identities:write')
  }

  @Mutation(() => types.CiIdentityPayload)
  async ciIdentityCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.CiIdentityCreateInput)
    { organization, ...input }: types.CiIdentityCreateInput,
  ): Promise<types.CiIdentityPayload> {
    return withUserErrors(async () => {
      const { relations, attributes } = split(input)
      const created = services.ciIdentities
        .create(ctx, organization, attributes, relations)
        .catch(faultsIn(input.claims))
      return { ciIdentity: types.toCiIdentityType(await created) }
    })
  }

  @Mutation(() => types.CiIdentityPayload, { description: 'Tokens that it would no longer give end.' })
  async ciIdentityUpdate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.CiIdentityUpdateInput) input: types.CiIdentityUpdateInput,
  ): Promise<types.CiIdentityPayload> {
    const { ctx: auditCtx, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => {
      const { relations, attributes } = split(change)
      const updated = services.ciIdentities
        .update(auditCtx, id, attributes, relations, { expectedUpdatedAt })
        .catch(faultsIn(change.claims))
      return { ciIdentity: types.toCiIdentityType(await updated) }
    })
  }

  @Mutation(() => types.CiIdentityDeletePayload, { description: 'With its tokens.' })
  async ciIdentityDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.CiIdentityDeleteInput) input: types.CiIdentityDeleteInput,
  ): Promise<types.CiIdentityDeletePayload> {
    return deletion(ctx, input, (auditCtx, id, expected) =>
      services.ciIdentities.delete(auditCtx, id, expected),
    )
  }
}

interface Given {
  readonly trustedIssuerId?: string | null
  readonly teamId?: string | null
  readonly claims?: readonly types.CiIdentityClaimInput[] | null
}

/** Separates the id of an input from the attributes of the identity; absent attributes stay absent. */
function split<I extends Given>({
  trustedIssuerId,
  teamId,
  claims,
  ...attributes
}: I): { relations: IdentityRelations; attributes: Omit<I, keyof Given> & { claims?: unknown } } {
  return {
    relations: {
      ...(trustedIssuerId !== undefined && { trustedIssuer: trustedIssuerId }),
      ...(teamId !== undefined && { team: teamId }),
    },
    attributes: { ...attributes, claims: claims && byName(claims) },
  }
}

function byName(claims: readonly types.CiIdentityClaimInput[]): Record<string, string> {
  const twice = claims.flatMap(({ claim }, index) =>
    claims.findIndex((each) => each.claim === claim) < index ? [faults.taken('claims', index, 'claim')] : [],
  )
  if (twice.length > 0) throw invalid(...twice)
  return Object.fromEntries(claims.map(({ claim, pattern }) => [claim, pattern]))
}

/** Restates the faults of an identity: those of a claim where it stands in the list, those of ids by their names here. */
const faultsIn = (claims: readonly types.CiIdentityClaimInput[] | null | undefined) =>
  faultsAt(([first, second, ...rest]) => {
    if (first === 'trustedIssuer' || first === 'team') return [`${first}Id`]
    if (first !== 'claims' || second === undefined)
      return [first, second, ...rest].filter((step) => step !== undefined)
    const index = claims?.findIndex(({ claim }) => claim === second) ?? -1
    return [first, index, isClaimName(String(second)) ? 'pattern' : 'claim']
  })
