import { Arg, Ctx, FieldResolver, Int, Mutation, Resolver } from 'type-graphql'
import { ViewerType } from '../accounts/viewer.types.js'
import type { GraphqlContext } from '../context.js'
import { withUserErrors } from '../mutations.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import * as types from './inbox.types.js'

@Resolver(() => ViewerType)
export class InboxResolver {
  @FieldResolver(() => types.InboxEntryConnection, {
    description:
      'Newest first, of the last 90 days, without what the viewer may no longer know of. NOT_FOUND for the token of a team or an organization.',
  })
  async inbox(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('filter', () => types.InboxFilterInput, { nullable: true }) filter?: types.InboxFilterInput,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.InboxEntryType>> {
    const unread = filter?.unread === true
    return toConnection(await services.inbox.list(ctx, { unread }, toPage(page)))
  }

  @FieldResolver(() => Int, { description: 'How many are unread; 100 means as many or more.' })
  async inboxUnread(@Ctx() { ctx, services }: GraphqlContext): Promise<number> {
    return services.inbox.countUnread(ctx)
  }

  @Mutation(() => types.InboxPayload)
  async inboxEntryRead(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.InboxEntryReadInput) { id }: types.InboxEntryReadInput,
  ): Promise<types.InboxPayload> {
    return withUserErrors(async () => {
      await services.inbox.markRead(ctx, id)
      return {}
    })
  }

  @Mutation(() => types.InboxPayload)
  async inboxAllRead(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.InboxAllReadInput) { upTo }: types.InboxAllReadInput,
  ): Promise<types.InboxPayload> {
    return withUserErrors(async () => {
      await services.inbox.markAllRead(ctx, upTo ?? undefined)
      return {}
    })
  }
}
