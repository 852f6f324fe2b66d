import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import { withUserErrors } from '../mutations.js'
import { PersonInput, UserPayload } from './users.types.js'

@ObjectType('Setup')
export class SetupType {
  @Field(() => Boolean, { description: 'Whether the first administrator still has to be made.' })
  required!: boolean

  @Field(() => Boolean, {
    description: 'Whether people sign in by passwords, and not by single sign-on alone.',
  })
  hasPasswords!: boolean
}

@InputType()
export class InitialAdministratorCreateInput extends PersonInput {
  @Field(() => String, { description: 'The one of the set-up link.' })
  token!: string
}

@ObjectType()
export class InitialAdministratorCreatePayload extends UserPayload {}

@Resolver()
export class SetUpResolver {
  @Query(() => SetupType)
  async setup(@Ctx() { ctx, services }: GraphqlContext): Promise<SetupType> {
    return { required: await services.setUp.isRequired(ctx), hasPasswords: services.signIn.hasPasswords }
  }

  @Mutation(() => InitialAdministratorCreatePayload, { description: 'The very first user.' })
  async initialAdministratorCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => InitialAdministratorCreateInput) input: InitialAdministratorCreateInput,
  ): Promise<InitialAdministratorCreatePayload> {
    const { token, ...person } = input
    return withUserErrors(async () => {
      services.countSetUpTry(ctx)
      return { user: await services.setUp.createAdministrator(ctx, token, person) }
    })
  }
}
