import { Arg, Ctx, Field, FieldResolver, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import { UserPayload } from '../accounts/users.types.js'
import { ViewerType } from '../accounts/viewer.types.js'
import { withUserErrors } from '../mutations.js'
import { connectionOf, PageInput, toConnection, toPage, type Connection } from '../page.types.js'

@ObjectType('PendingInvitation', { description: 'An invitation to an organization, as its person sees it.' })
class PendingInvitationType {
  @Field(() => ID, { description: 'Of the membership to be.' })
  id!: string

  @Field(() => String, { description: 'The name of the organization.' })
  organization!: string

  @Field(() => String)
  email!: string

  @Field(() => [String], { description: 'The teams that the person will be in, by name.' })
  teams!: readonly string[]

  @Field(() => String, { nullable: true, description: 'The user name of the inviter.' })
  invitedBy!: string | null

  @Field(() => Date)
  expiresAt!: Date
}

const PendingInvitationConnection = connectionOf(PendingInvitationType)

@InputType()
export class OrganizationMembershipAcceptInput {
  @Field(() => ID, { description: 'Of an invitation to the viewer’s own address.' })
  id!: string
}

@ObjectType()
export class OrganizationMembershipAcceptPayload extends UserPayload {}

@Resolver(() => ViewerType)
export class PendingInvitationsResolver {
  @FieldResolver(() => PendingInvitationConnection, {
    description:
      'To the viewer’s own address, where mail, single sign-on or a site administrator has verified it; the oldest first.',
  })
  async invitations(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<PendingInvitationType>> {
    return toConnection(await services.memberships.listPending(ctx, toPage(page)))
  }

  @Mutation(() => OrganizationMembershipAcceptPayload, {
    description: 'Joins an organization that has invited the viewer’s own address, without the link.',
  })
  async organizationMembershipAccept(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => OrganizationMembershipAcceptInput) { id }: OrganizationMembershipAcceptInput,
  ): Promise<OrganizationMembershipAcceptPayload> {
    return withUserErrors(async () => ({ user: await services.memberships.acceptPending(ctx, id) }))
  }
}
