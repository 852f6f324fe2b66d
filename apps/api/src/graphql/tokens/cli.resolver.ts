import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Query, Resolver } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import { Payload, withUserErrors } from '../mutations.js'

@InputType({ description: 'What the CLI put into the address that it opened.' })
export class CliLoginAuthorizeInput {
  @Field(() => String)
  clientId!: string

  @Field(() => String)
  redirectUri!: string

  @Field(() => String)
  responseType!: string

  @Field(() => String)
  codeChallenge!: string

  @Field(() => String, { description: '`S256`.' })
  codeChallengeMethod!: string

  @Field(() => String)
  state!: string
}

@ObjectType()
export class CliLoginAuthorizePayload extends Payload {
  @Field(() => String, {
    nullable: true,
    description: 'Where the browser goes: to the CLI, with a code that is good once and for a minute.',
  })
  redirectUrl?: string
}

@Resolver()
export class CliLoginsResolver {
  @Mutation(() => CliLoginAuthorizePayload, {
    description: "Lets the engine's CLI have a token of the viewer, who must be signed in by a session.",
  })
  async cliLoginAuthorize(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => CliLoginAuthorizeInput) input: CliLoginAuthorizeInput,
  ): Promise<CliLoginAuthorizePayload> {
    return withUserErrors(async () => ({ redirectUrl: await services.cliLogins.authorize(ctx, input) }))
  }
}

@ObjectType('Cli', { description: "What the engine's own CLI needs to know of this platform." })
export class CliType {
  @Field(() => String, { description: 'Where the platform is reached: scheme, host and port.' })
  publicUrl!: string

  @Field(() => [String], { description: 'The words that the CLI may use in place of `engine`.' })
  words!: readonly string[]
}

@Resolver()
export class CliResolver {
  @Query(() => CliType)
  cli(@Ctx() { services }: GraphqlContext): CliType {
    return services.cli
  }
}
