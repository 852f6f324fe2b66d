import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import { Payload } from '../mutations.js'
import { withUserErrors } from '../user-errors.js'
import { UserType } from './users.types.js'

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
export class InitialAdministratorCreateInput {
  @Field(() => String, { description: 'The one of the set-up link.' })
  token!: string

  @Field(() => String)
  username!: string

  @Field(() => String)
  email!: string

  @Field(() => String)
  password!: string
}

@ObjectType()
export class InitialAdministratorCreatePayload extends Payload {
  @Field(() => UserType, { nullable: true })
  user?: UserType
}

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
      const { user } = await services.setUp.createAdministrator(ctx, token, person)
      return { user }
    })
  }
}
