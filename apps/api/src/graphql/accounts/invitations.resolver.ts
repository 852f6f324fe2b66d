import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import * as types from './invitations.types.js'
import { nullWhenMissing } from '../queries.js'
import { withUserErrors } from '../mutations.js'

/** The one-time link of its holder: it is the credential, so no bearer is asked for. */
@Resolver()
export class InvitationsResolver {
  @Query(() => types.InvitationType, {
    nullable: true,
    description: 'Null for a link that is forged, was replaced by a newer one or withdrawn.',
  })
  async invitation(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('token', () => String, { description: 'The last part of the link.' }) token: string,
  ): Promise<types.InvitationType | null> {
    return nullWhenMissing(async () => types.toInvitationType(await services.invitations.look(ctx, token)))
  }

  @Mutation(() => types.InvitationAcceptPayload, {
    description:
      'Uses the link up. Into an organization a viewer joins as who they are, with no name and password.',
  })
  async invitationAccept(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.InvitationAcceptInput)
    { token, username, password, keepTokens }: types.InvitationAcceptInput,
  ): Promise<types.InvitationAcceptPayload> {
    return withUserErrors(async () => {
      const person = {
        ...(username && { username }),
        ...(password && { password }),
        ...(keepTokens !== undefined && { keep_tokens: keepTokens }),
      }
      return { user: await services.invitations.accept(ctx, token, person) }
    })
  }
}
