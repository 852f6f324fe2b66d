import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql'
import {
  engineVersionActs,
  type ActOutcome,
  type EngineVersionAct,
} from '../../domain/engine-versions/engine-versions-act.service.js'
import { enumOf } from '../enums.js'
import type { GraphqlContext } from '../context.js'
import { EngineVersionType, toEngineVersionType } from './engine-versions.types.js'
import { Payload, reasonField, toUserErrors, withReason, withUserErrors } from '../mutations.js'

const acts = enumOf('EngineVersionAct', engineVersionActs)

@InputType()
class EngineVersionsActInput {
  @Field(() => [ID], { description: 'At most 100.' })
  ids!: string[]

  @Field(() => acts)
  act!: EngineVersionAct

  @Field(() => String, { nullable: true, description: 'Of all that are deprecated; for nothing else.' })
  deprecatedReason?: string | null

  @Field(() => [Date], {
    nullable: true,
    description: 'The `updatedAt` of each of these, as it was read; one that has changed since is refused.',
  })
  expectedUpdatedAt?: readonly Date[] | null

  @Field(() => String, reasonField)
  reason?: string | null
}

@ObjectType()
class EngineVersionsActPayload extends Payload {
  @Field(() => [EngineVersionType], { nullable: true })
  changed?: readonly EngineVersionType[]

  @Field(() => [EngineVersionType], {
    nullable: true,
    description: 'Those that were so already; a deprecated one keeps its own reason.',
  })
  unchanged?: readonly EngineVersionType[]
}

@Resolver()
export class EngineVersionsActResolver {
  @Mutation(() => EngineVersionsActPayload, {
    description: 'Does the same with each version by itself: one that is refused, `ids.N`, stops no other.',
  })
  async engineVersionsAct(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => EngineVersionsActInput) input: EngineVersionsActInput,
  ): Promise<EngineVersionsActPayload> {
    const { ids, act, deprecatedReason, expectedUpdatedAt, reason } = input
    let refused: ActOutcome['refused'] = []
    const payload = await withUserErrors(async () => {
      const auditCtx = withReason(ctx, reason)
      const outcome = await services.engineVersionsAct.act(auditCtx, ids, act, {
        deprecatedReason,
        expectedUpdatedAt: expectedUpdatedAt ?? [],
      })
      refused = outcome.refused
      return {
        changed: outcome.changed.map(toEngineVersionType),
        unchanged: outcome.unchanged.map(toEngineVersionType),
      }
    })
    const ofRows = refused.flatMap(({ index, error }) =>
      (toUserErrors(error) ?? []).map((each) => ({ ...each, field: ['ids', String(index)] })),
    )
    return { ...payload, userErrors: [...payload.userErrors, ...ofRows] }
  }
}
