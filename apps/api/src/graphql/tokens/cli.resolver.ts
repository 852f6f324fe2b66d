import { Ctx, Field, ObjectType, Query, Resolver } from 'type-graphql'
import type { GraphqlContext } from '../context.js'

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
