import { Field, ObjectType, registerEnumType } from 'type-graphql'
import { DomainError } from '../kernel/errors.js'

/** The codes of faults of the domain and of failures that a person can do something about. */
const userErrorCodes = {
  BLANK: 'BLANK',
  INVALID: 'INVALID',
  TAKEN: 'TAKEN',
  TOO_LONG: 'TOO_LONG',
  NOT_INCLUDED: 'NOT_INCLUDED',
  IN_USE: 'IN_USE',
  DENIED: 'DENIED',
  CONFLICT: 'CONFLICT',
  REAUTHENTICATION_REQUIRED: 'REAUTHENTICATION_REQUIRED',
  STALE: 'STALE',
  NOT_FOUND: 'NOT_FOUND',
} as const
type UserErrorCode = keyof typeof userErrorCodes
registerEnumType(userErrorCodes, {
  name: 'UserErrorCode',
  valuesConfig: {
    REAUTHENTICATION_REQUIRED: {
      description: 'The session needs a fresh sign-in for this: `sessionReauthenticate`, then ask again.',
    },
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

/** Words a failure as user errors; undefined for one that no user can correct. */
export function toUserErrors({ failure }: DomainError): UserError[] | undefined {
  switch (failure.kind) {
    case 'invalid':
      return failure.faults.map(({ path, code, message }) => ({ field: path.map(String), code, message }))
    case 'not-found':
      return [{ field: [], code: 'NOT_FOUND', message: 'This does not exist, or is not yours to change' }]
    case 'conflict':
      return [{ field: [], code: 'CONFLICT', message: failure.message }]
    case 'stale':
      return [{ field: [], code: 'STALE', message: 'This was changed in the meantime' }]
    case 'denied':
      return [{ field: [], code: 'DENIED', message: failure.message }]
    case 'unauthenticated':
    case 'rate-limited':
    case 'unavailable':
      return undefined
  }
}
