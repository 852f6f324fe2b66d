import { shortText } from '@engine/shared'
import { Field, ID, InputType, ObjectType, type ClassType } from 'type-graphql'
import { enumOf } from './enums.js'
import type { OperationContext } from '../kernel/context.js'
import { DomainError, faultsAt, type Fault } from '../kernel/errors.js'

/** The codes of faults of the domain and of failures that a person can do something about. */
const codes = [
  'BLANK',
  'INVALID',
  'TAKEN',
  'TOO_LONG',
  'NOT_INCLUDED',
  'IN_USE',
  'DENIED',
  'CONFLICT',
  'REAUTHENTICATION_REQUIRED',
  'STALE',
  'NOT_FOUND',
  'NO_SPACE',
] as const
type UserErrorCode = (typeof codes)[number]
const userErrorCodes = enumOf('UserErrorCode', codes, {
  valuesConfig: {
    REAUTHENTICATION_REQUIRED: {
      description: 'The session needs a fresh sign-in for this: `sessionReauthenticate`, then ask again.',
    },
    NO_SPACE: { description: 'Nothing more can be stored until space is made.' },
  },
})

@ObjectType({
  description: 'One fact about one input. `field` is the path into it; empty when the whole is meant.',
})
export class UserError {
  @Field(() => [String])
  field!: string[]

  @Field(() => userErrorCodes)
  code!: UserErrorCode

  @Field(() => String)
  message!: string
}

/** Runs a mutation; a failure that a person can correct becomes `userErrors`, every other stays a failure. */
export async function withUserErrors<P extends object>(
  work: () => Promise<P>,
): Promise<Partial<P> & { userErrors: UserError[] }> {
  try {
    return { ...(await work()), userErrors: [] }
  } catch (error) {
    const userErrors = error instanceof DomainError ? toUserErrors(error) : undefined
    if (!userErrors) throw error
    return { userErrors } as Partial<P> & { userErrors: UserError[] }
  }
}

export const toUserError = ({ path, code, message }: Fault): UserError => ({
  field: path.map(String),
  code,
  message,
})

/** Words a failure as user errors; undefined for one that no user can correct. */
export function toUserErrors({ failure }: DomainError): UserError[] | undefined {
  switch (failure.kind) {
    case 'invalid':
      return failure.faults.map(toUserError)
    case 'not-found':
      return [{ field: [], code: 'NOT_FOUND', message: 'This does not exist, or is not yours to change' }]
    case 'conflict':
      return [{ field: [], code: 'CONFLICT', message: failure.message }]
    case 'stale':
      return [{ field: [], code: 'STALE', message: 'This was changed in the meantime' }]
    case 'denied':
      return [{ field: [], code: 'DENIED', message: failure.message }]
    case 'no-space':
      return [{ field: [], code: 'NO_SPACE', message: failure.message }]
    case 'unauthenticated':
    case 'rate-limited':
    case 'unavailable':
      return undefined
  }
}

export const reasonField = { nullable: true, description: 'For the audit log.' }
const expectedField = {
  nullable: true,
  description: 'The `updatedAt` that was read; STALE when it has changed meanwhile.',
}

/** The answer of every mutation: the errors, and its thing, which is null where there are errors. */
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

/** Adds the reason to the context, as the audit log can store it: cut to its length, and without NUL. */
export function withReason(ctx: OperationContext, reason: string | null | undefined): OperationContext {
  return reason ? { ...ctx, reason: shortText(reason.replaceAll('\u0000', '\ufffd'), 1000) } : ctx
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

/** Deletes the thing that an input names. */
export function deletion(
  ctx: OperationContext,
  input: OptimisticLockInput,
  remove: (ctx: OperationContext, id: string, expectedUpdatedAt: Date | undefined) => Promise<unknown>,
): Promise<DeletePayload> {
  const { ctx: auditCtx, id, expectedUpdatedAt } = partsOf(ctx, input)
  return withUserErrors(async () => {
    await remove(auditCtx, id, expectedUpdatedAt)
    return { deletedId: id }
  })
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
