import type { EngineConstraint } from '@engine/shared'
import { Arg, Ctx, Field, FieldResolver, Int, ObjectType, Query, Resolver, Root } from 'type-graphql'
import type { Page } from '../../kernel/page.js'
import type { GraphqlContext } from '../context.js'
import { EngineVersionConnection, EngineVersionType, toEngineVersionType } from './engine-versions.types.js'
import { PageInput, pageOf, toConnection, toPage, type Connection } from '../page.types.js'

@ObjectType({
  description: 'What is wrong with a constraint, from one character to another, that not included.',
})
class EngineConstraintFault {
  @Field(() => Int, { description: 'From 0.' })
  from!: number

  @Field(() => Int)
  to!: number

  @Field(() => String)
  message!: string
}

@ObjectType('EngineConstraint', { description: "A constraint on versions, as the engine's CLI reads it." })
class EngineConstraintType {
  /** The constraint; undefined where the text is none. */
  readonly constraint!: EngineConstraint | undefined

  @Field(() => [EngineConstraintFault], { description: 'Empty when it is a constraint.' })
  faults!: readonly EngineConstraintFault[]
}

@Resolver(() => EngineConstraintType)
export class EngineConstraintsResolver {
  @Query(() => EngineConstraintType, { description: 'For site administrators.' })
  engineConstraint(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('text', () => String, { description: 'Such as `~> 1.5, != 1.5.3`.' }) text: string,
  ): EngineConstraintType {
    const parsed = services.engineVersions.parseConstraint(ctx, text)
    return 'faults' in parsed
      ? { constraint: undefined, faults: parsed.faults }
      : { constraint: parsed.constraint, faults: [] }
  }

  @FieldResolver(() => EngineVersionType, {
    nullable: true,
    description: 'The newest that meets it and is enabled; one that is beta only by its exact number.',
  })
  async chosen(
    @Root() { constraint }: EngineConstraintType,
    @Ctx() { ctx, services }: GraphqlContext,
  ): Promise<EngineVersionType | null> {
    const chosen = constraint && (await services.engineVersions.findNewest(ctx, constraint))
    return chosen ? toEngineVersionType(chosen) : null
  }

  @FieldResolver(() => EngineVersionConnection, {
    description: 'All that meet it, newest first, disabled ones included.',
  })
  async versions(
    @Root() { constraint }: EngineConstraintType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<EngineVersionType>> {
    const wanted: Page = toPage(page)
    const list = constraint && (await services.engineVersions.list(ctx, { meets: constraint }, wanted))
    return toConnection(list ?? pageOf([], wanted), toEngineVersionType)
  }
}
