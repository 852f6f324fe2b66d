import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import { deletion, partsOf, withUserErrors } from '../mutations.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import { nullWhenMissing } from '../queries.js'
import * as types from './trusted-issuers.types.js'

@Resolver(() => types.TrustedIssuerType)
export class TrustedIssuersResolver {
  @Query(() => types.TrustedIssuerConnection, {
    nullable: true,
    description: 'By name; for site administrators.',
  })
  async trustedIssuers(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.TrustedIssuerType> | null> {
    return nullWhenMissing(async () => toConnection(await services.trustedIssuers.list(ctx, toPage(page))))
  }

  @Query(() => types.TrustedIssuerType, { nullable: true })
  async trustedIssuer(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('id', () => ID) id: string,
  ): Promise<types.TrustedIssuerType | null> {
    return nullWhenMissing(() => services.trustedIssuers.find(ctx, id))
  }

  @Query(() => types.KnownIssuerConnection, {
    nullable: true,
    description: 'Those that the CI identities of an organization may name, by name; for its owners.',
  })
  async knownIssuers(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('organization', () => String, { description: 'Its name.' }) organization: string,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.KnownIssuerType> | null> {
    return nullWhenMissing(async () =>
      toConnection(await services.trustedIssuers.listFor(ctx, organization, toPage(page))),
    )
  }

  @Mutation(() => types.TrustedIssuerPayload, { description: 'The issuer is not asked for anything yet.' })
  async trustedIssuerCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.TrustedIssuerCreateInput) input: types.TrustedIssuerCreateInput,
  ): Promise<types.TrustedIssuerPayload> {
    return withUserErrors(async () => ({ trustedIssuer: await services.trustedIssuers.create(ctx, input) }))
  }

  @Mutation(() => types.TrustedIssuerPayload, { description: 'Tokens that it no longer vouches for end.' })
  async trustedIssuerUpdate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.TrustedIssuerUpdateInput) input: types.TrustedIssuerUpdateInput,
  ): Promise<types.TrustedIssuerPayload> {
    const { ctx: auditCtx, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => ({
      trustedIssuer: await services.trustedIssuers.update(auditCtx, id, change, expectedUpdatedAt),
    }))
  }

  @Mutation(() => types.TrustedIssuerDeletePayload, {
    description: 'With the CI identities of all organizations that name it, and their tokens.',
  })
  async trustedIssuerDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.TrustedIssuerDeleteInput) input: types.TrustedIssuerDeleteInput,
  ): Promise<types.TrustedIssuerDeletePayload> {
    return deletion(ctx, input, (auditCtx, id, expected) =>
      services.trustedIssuers.delete(auditCtx, id, expected),
    )
  }
}
