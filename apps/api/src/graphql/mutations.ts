import { Field, ID, InputType, ObjectType, type ClassType } from 'type-graphql'
import type { OperationContext } from '../kernel/context.js'
import { faultsAt } from '../kernel/errors.js'
import { UserError } from './user-errors.js'

export const reasonField = { nullable: true, description: 'For the audit log.' }
const expectedField = {
  nullable: true,
  description: 'The `updatedAt` that was read; STALE when it has changed meanwhile.',
}

/** The answer of every mutation; its thing, nullable, stands beside the errors. */
@ObjectType()
export class Payload {
  @Field(() => [UserError])
  userErrors!: UserError[]
}

@ObjectType()
export class DeletePayload extends Payload {
  @Field(() => ID, { nullable: true })
  deletedId?: string
}

export const aboutMailed = 'Whether a letter with the link is on its way. If not, hand the link on.'

/** The input of an act on the thing of this id. */
@InputType()
export class ActInput {
  @Field(() => ID)
  id!: string

  @Field(() => String, reasonField)
  reason?: string | null
}

@InputType()
export class OptimisticLockInput extends ActInput {
  @Field(() => Date, expectedField)
  expectedUpdatedAt?: Date | null
}

/** Makes the input class that changes these attributes of a thing; what is absent stays. */
export function changeOf<Attributes extends object>(
  attributes: ClassType<Attributes>,
): ClassType<Attributes & OptimisticLockInput> {
  @InputType()
  class ChangeInput extends (attributes as ClassType<object>) implements OptimisticLockInput {
    @Field(() => ID)
    id!: string

    @Field(() => String, reasonField)
    reason?: string | null

    @Field(() => Date, expectedField)
    expectedUpdatedAt?: Date | null
  }
  return ChangeInput as ClassType<Attributes & OptimisticLockInput>
}

/** Adds the reason to the context, cut to the length that the audit log stores. */
export function withReason(ctx: OperationContext, reason: string | null | undefined): OperationContext {
  return reason ? { ...ctx, reason: reason.slice(0, 1000) } : ctx
}

/** Splits an input into what it changes, and what it says about the change. */
export function partsOf<I extends OptimisticLockInput>(
  ctx: OperationContext,
  input: I,
): {
  ctx: OperationContext
  id: string
  expectedUpdatedAt: Date | undefined
  change: Omit<I, keyof OptimisticLockInput>
} {
  const { id, reason, expectedUpdatedAt, ...change } = input
  return { ctx: withReason(ctx, reason), id, expectedUpdatedAt: expectedUpdatedAt ?? undefined, change }
}

/** Restates faults where only some fields have other names here. */
export function renamed(names: Readonly<Record<string, string>>): (error: unknown) => never {
  return faultsAt(([first, ...rest]) =>
    first === undefined ? [] : [typeof first === 'string' ? (names[first] ?? first) : first, ...rest],
  )
}

/** Restates faults of an input that lists things: that of the item `[index, 'id']` is moved to that list. */
export function itemsOf(list: string): (error: unknown) => never {
  return faultsAt((path) => (typeof path[0] === 'number' ? [list, path[0]] : path))
}
