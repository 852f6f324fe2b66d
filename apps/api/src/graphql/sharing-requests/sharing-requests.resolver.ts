import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql'
import { batchedLists } from '../batched.js'
import type { GraphqlContext } from '../context.js'
import { withReason, withUserErrors } from '../mutations.js'
import { OrganizationType } from '../organizations/organizations.types.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import { nullWhenMissing } from '../queries.js'
import * as types from './sharing-requests.types.js'

const requestsOf = batchedLists(({ ctx, services }, ids, page) =>
  services.sharingRequests.listOfMany(ctx, ids, page),
)

@Resolver(() => OrganizationType)
export class SharingRequestsResolver {
  @FieldResolver(() => types.SharingRequestConnection, {
    nullable: true,
    description: 'What its owners have asked for and wait for, newest first; null for those who may not ask.',
  })
  async sharingRequests(
    @Root() organization: OrganizationType,
    @Ctx() context: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.SharingRequestType> | null> {
    return nullWhenMissing(async () => toConnection(await requestsOf(context, organization, toPage(page))))
  }

  @Mutation(() => types.SharingRequestPayload, {
    description:
      'Asks the site administrators that another organization shares its modules. The answer is the same whether there is one of this name or not.',
  })
  async sharingRequestCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SharingRequestCreateInput)
    { organization, ...input }: types.SharingRequestCreateInput,
  ): Promise<types.SharingRequestPayload> {
    return withUserErrors(async () => ({
      sharingRequest: await services.sharingRequests.create(ctx, organization, input),
    }))
  }

  @Mutation(() => types.SharingRequestEndPayload, { description: 'Takes it back; for those who may ask.' })
  async sharingRequestWithdraw(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SharingRequestWithdrawInput) { id, reason }: types.SharingRequestWithdrawInput,
  ): Promise<types.SharingRequestEndPayload> {
    return withUserErrors(async () => {
      await services.sharingRequests.withdraw(withReason(ctx, reason), id)
      return { deletedId: id }
    })
  }

  @Mutation(() => types.SharingRequestEndPayload, {
    description: 'For site administrators. Who asked is told the reason, which must be given.',
  })
  async sharingRequestDecline(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SharingRequestDeclineInput) { id, reason }: types.SharingRequestDeclineInput,
  ): Promise<types.SharingRequestEndPayload> {
    return withUserErrors(async () => {
      await services.sharingRequests.decline(withReason(ctx, reason), id)
      return { deletedId: id }
    })
  }
}
