import type { ApolloServerPlugin } from '@apollo/server'
import { ApolloServerErrorCode, unwrapResolverError } from '@apollo/server/errors'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { logUnavailable, retryAfterOf, retryAfterUnavailable } from '../http/unavailable.js'
import { DomainError, type Failure } from '../kernel/errors.js'
import type { Log } from '../kernel/log.js'
import type { GraphqlContext } from './context.js'

/** The codes under `extensions.code` that clients may rely on. */
type Code =
  | 'CONFLICT'
  | 'DENIED'
  | 'INTERNAL_SERVER_ERROR'
  | 'INVALID'
  | 'METHOD_NOT_ALLOWED'
  | 'NOT_FOUND'
  | 'NO_SPACE'
  | 'RATE_LIMITED'
  | 'STALE'
  | 'UNAUTHENTICATED'
  | 'UNAVAILABLE'

interface Worded {
  readonly code: Code
  readonly message: string
  readonly status: number
}

function worded(failure: Failure): Worded {
  switch (failure.kind) {
    case 'unauthenticated':
      return { code: 'UNAUTHENTICATED', message: 'Sign in first', status: 401 }
    case 'not-found':
      return { code: 'NOT_FOUND', message: 'This does not exist, or is not for you to see', status: 200 }
    case 'denied':
      return { code: 'DENIED', message: failure.message, status: 200 }
    case 'invalid':
      return {
        code: 'INVALID',
        message: failure.faults.map((fault) => fault.message).join('; '),
        status: 200,
      }
    case 'conflict':
      return { code: 'CONFLICT', message: failure.message, status: 200 }
    case 'stale':
      return { code: 'STALE', message: 'This was changed in the meantime', status: 200 }
    case 'rate-limited':
      return { code: 'RATE_LIMITED', message: 'Too many requests; wait a moment', status: 429 }
    case 'unavailable':
      return { code: 'UNAVAILABLE', message: failure.message, status: 503 }
    case 'no-space':
      return { code: 'NO_SPACE', message: failure.message, status: 507 }
  }
}

interface ErrorBody {
  readonly errors: readonly { readonly message: string; readonly extensions: { readonly code: Code } }[]
}

export const errorBody = (message: string, code: Code): ErrorBody => ({
  errors: [{ message, extensions: { code } }],
})

/** Formats an error: a domain error in its words; our own faults without theirs. */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const cause = unwrapResolverError(error)
  if (cause instanceof DomainError) {
    const { message, code } = worded(cause.failure)
    return { ...formatted, message, extensions: { code } }
  }
  if (isClientsFault(cause))
    return { ...formatted, extensions: { code: formatted.extensions?.['code'] ?? 'INVALID' } }
  return { ...formatted, message: 'internal server error', extensions: { code: 'INTERNAL_SERVER_ERROR' } }
}

/** The codes of the library's own refusals: syntax, validation, variables, the choice of operation. */
const refusals = new Set<unknown>([
  ApolloServerErrorCode.BAD_REQUEST,
  ApolloServerErrorCode.BAD_USER_INPUT,
  ApolloServerErrorCode.GRAPHQL_PARSE_FAILED,
  ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED,
  ApolloServerErrorCode.OPERATION_RESOLUTION_FAILURE,
])

const isClientsFault = (error: unknown): error is GraphQLError =>
  error instanceof GraphQLError && refusals.has(error.extensions['code']) && !isOfRuntime(error)

/** True for the runtime's error, which the library passes on where its work fails, such as for want of stack. */
function isOfRuntime(error: Error): boolean {
  return error instanceof GraphQLError ? !!error.originalError && isOfRuntime(error.originalError) : true
}

/** Logs unexpected errors once, with the request they belong to. */
export const logFailures: ApolloServerPlugin<GraphqlContext> = {
  async requestDidStart() {
    return {
      async didEncounterErrors({ errors, contextValue }) {
        for (const error of errors) {
          const cause = unwrapResolverError(error)
          logUnavailable(contextValue.ctx.log, cause)
          if (cause instanceof DomainError || isClientsFault(error)) continue
          logUnexpected(contextValue.ctx.log, cause)
        }
      },
    }
  },
}

/** Sets the status of an answer without any data because something is away: proxies and clients look there. */
export const sayUnavailable: ApolloServerPlugin<GraphqlContext> = {
  async requestDidStart() {
    return {
      async willSendResponse({ response: { body, http } }) {
        if (body.kind !== 'single' || (body.singleResult.data ?? null) !== null) return
        if (!body.singleResult.errors?.some(({ extensions }) => extensions?.['code'] === 'UNAVAILABLE'))
          return
        http.status = 503
        http.headers.set('retry-after', String(retryAfterUnavailable))
      },
    }
  },
}

function logUnexpected(log: Log, cause: unknown): void {
  const error =
    cause instanceof Error ? { message: cause.message, stack: cause.stack } : { message: String(cause) }
  log.error({ error }, 'graphql request failed')
}

/** Answers what goes wrong before GraphQL itself is reached: the bearer, the limit, the body. */
export function answerBeforeGraphql(
  error: unknown,
  log: Log,
): { status: number; body: ErrorBody; retryAfter?: number } {
  if (error instanceof DomainError) {
    const { failure } = error
    const { status, message, code } = worded(failure)
    const answer = { status, body: errorBody(message, code) }
    logUnavailable(log, error)
    if (failure.kind === 'unavailable') return { ...answer, retryAfter: retryAfterOf(failure) }
    return failure.kind === 'rate-limited' ? { ...answer, retryAfter: failure.retryAfterSeconds } : answer
  }
  const status = (error as { status?: unknown }).status
  if (typeof status === 'number' && status >= 400 && status < 500)
    return { status, body: errorBody('The body must be a JSON document of at most 1 MiB', 'INVALID') }
  logUnexpected(log, error)
  return { status: 500, body: errorBody('internal server error', 'INTERNAL_SERVER_ERROR') }
}
