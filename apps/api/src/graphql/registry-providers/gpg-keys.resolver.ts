import { Arg, Ctx, Extensions, FieldResolver, Mutation, Resolver, Root } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import * as types from './gpg-keys.types.js'
import { deletion, partsOf, withUserErrors } from '../mutations.js'
import { OrganizationType } from '../organizations/organizations.types.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import { mayIn, nullWhenMissing } from '../queries.js'
import { batchedLists } from '../batched.js'

const gpgKeysOf = batchedLists(({ ctx, services }, ids, page) => services.gpgKeys.listOfMany(ctx, ids, page))

@Resolver(() => OrganizationType)
export class OrganizationGpgKeysResolver {
  @FieldResolver(() => types.GpgKeyConnection, {
    description: 'The keys that its providers are signed with.',
  })
  async gpgKeys(
    @Root() organization: OrganizationType,
    @Ctx() context: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.GpgKeyType>> {
    return toConnection(await gpgKeysOf(context, organization, toPage(page)))
  }

  @FieldResolver(() => types.GpgKeyType, { nullable: true, description: 'By its long id.' })
  async gpgKey(
    @Root() { name }: OrganizationType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('keyId', () => String) keyId: string,
  ): Promise<types.GpgKeyType | null> {
    return nullWhenMissing(
      async () => (await services.gpgKeys.access(ctx, name, keyId, 'providers:read')).key,
    )
  }
}

@Resolver(() => types.GpgKeyType)
export class GpgKeysResolver {
  @FieldResolver(() => Boolean, { description: 'Whether the caller may move or delete it.' })
  canDelete(@Root() { organizationId }: types.GpgKeyType, @Ctx() context: GraphqlContext): Promise<boolean> {
    return mayIn(context, organizationId, 'signing-keys:write')
  }

  @Extensions({ most: 20 })
  @FieldResolver(() => [String], { description: 'Whose it is, as it says itself; the first 20.' })
  async userIds(
    @Root() key: types.GpgKeyType,
    @Ctx() { services }: GraphqlContext,
  ): Promise<readonly string[]> {
    return (await services.gpgKeys.describe(key)).userIds
  }

  @FieldResolver(() => Date, { nullable: true, description: 'Null where it does not expire.' })
  async expiresAt(@Root() key: types.GpgKeyType, @Ctx() { services }: GraphqlContext): Promise<Date | null> {
    return (await services.gpgKeys.describe(key)).expiresAt
  }

  @Extensions({ most: 20 })
  @FieldResolver(() => [String], {
    description: 'The ids that signatures name it by: its own and those of its subkeys; the first 20.',
  })
  async signerIds(
    @Root() key: types.GpgKeyType,
    @Ctx() { services }: GraphqlContext,
  ): Promise<readonly string[]> {
    return (await services.gpgKeys.describe(key)).signerIds
  }

  @Mutation(() => types.GpgKeyPayload)
  async gpgKeyCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.GpgKeyCreateInput) input: types.GpgKeyCreateInput,
  ): Promise<types.GpgKeyPayload> {
    return withUserErrors(async () => ({ gpgKey: await services.gpgKeys.create(ctx, input) }))
  }

  @Mutation(() => types.GpgKeyPayload)
  async gpgKeyUpdate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.GpgKeyUpdateInput) input: types.GpgKeyUpdateInput,
  ): Promise<types.GpgKeyPayload> {
    const { ctx: auditCtx, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => ({
      gpgKey: await services.gpgKeys.update(auditCtx, { id }, change, expectedUpdatedAt),
    }))
  }

  @Mutation(() => types.GpgKeyDeletePayload)
  async gpgKeyDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.GpgKeyDeleteInput) input: types.GpgKeyDeleteInput,
  ): Promise<types.GpgKeyDeletePayload> {
    return deletion(ctx, input, (auditCtx, id, expected) =>
      services.gpgKeys.delete(auditCtx, { id }, expected),
    )
  }
}
