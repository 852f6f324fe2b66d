import { STATUS_CODES } from 'node:http'
import { retryAfterOf } from '../../http/unavailable.js'
import { DomainError, humanName, type Fault } from '../../kernel/errors.js'
import { TooLarge } from '../../kernel/storage.js'

export interface ErrorObject {
  /** The HTTP status as a string; a client library drops the whole body when it is a number. */
  readonly status: string
  readonly title: string
  readonly detail?: string
  readonly source?: { readonly pointer: string } | { readonly parameter: string }
  readonly meta?: object
}

/** A fault of the request itself, found before any service is called. */
export class RequestError extends Error {
  constructor(
    readonly errors: readonly [ErrorObject, ...ErrorObject[]],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(errors[0].title)
  }
}

export function plainError(status: number, title = STATUS_CODES[status]?.toLowerCase() ?? ''): ErrorObject {
  return { status: String(status), title }
}

export const invalidParameter = (parameter: string, detail: string): ErrorObject => ({
  status: '400',
  title: 'invalid parameter',
  detail,
  source: { parameter },
})

export const invalidAt = (pointer: string, detail: string): ErrorObject => ({
  status: '422',
  title: 'invalid attribute',
  detail,
  source: { pointer },
})

export interface ErrorAnswer {
  readonly status: number
  readonly errors: readonly ErrorObject[]
  readonly headers: Readonly<Record<string, string>>
}

/** Every failure as JSON:API says it (contract §2). `pointerOf` leads from an input's path to the body's, or to ''. */
export function answerTo(error: unknown, pointerOf: (path: Fault['path']) => string = () => ''): ErrorAnswer {
  if (error instanceof RequestError)
    return { status: Number(error.errors[0].status), errors: error.errors, headers: error.headers }
  if (error instanceof TooLarge) {
    const detail = `The file is larger than ${error.limit.toLocaleString('en')} bytes`
    return just({ ...plainError(413), detail })
  }
  if (!(error instanceof DomainError)) return just(plainError(500, 'internal server error'))
  const { failure } = error
  switch (failure.kind) {
    case 'unauthenticated':
      return just(plainError(401, 'unauthorized'))
    case 'not-found':
      return just(plainError(404, 'not found'))
    case 'denied':
      return just({ ...plainError(403), detail: failure.message })
    case 'conflict':
      return just({ ...plainError(409), detail: failure.message })
    case 'stale':
      return just(plainError(412))
    case 'invalid':
      return {
        status: 422,
        errors: failure.faults.map((fault) => toErrorObject(fault, pointerOf)),
        headers: {},
      }
    case 'rate-limited':
      return just(plainError(429, 'Too many requests'), { 'Retry-After': String(failure.retryAfterSeconds) })
    case 'unavailable':
      return just(
        { ...plainError(503), detail: failure.message },
        { 'Retry-After': String(retryAfterOf(failure)) },
      )
    case 'no-space':
      return just({ ...plainError(507), detail: failure.message })
  }
}

function just(error: ErrorObject, headers: Readonly<Record<string, string>> = {}): ErrorAnswer {
  return { status: Number(error.status), errors: [error], headers }
}

function toErrorObject(fault: Fault, pointerOf: (path: Fault['path']) => string): ErrorObject {
  // What has no path is about the request as such, but for too many items: they are the whole list.
  const pointer = fault.path.length > 0 || fault.code === 'TOO_LONG' ? pointerOf(fault.path) : ''
  if (pointer === '') return { status: '422', title: 'invalid attribute', detail: fault.message }
  return invalidAt(pointer, asSent(fault, pointer))
}

/** The message about the attribute as it was sent, which may have another name in the domain. */
function asSent({ message, path }: Fault, pointer: string): string {
  const last = path.at(-1)
  if (typeof last === 'string' && pointer.endsWith(`/${last}`)) return message
  const name = humanName(path)
  const steps = pointer.split('/').filter((step) => !/^\d*$/.test(step))
  return steps.length > 0 && message.startsWith(`${name} `)
    ? humanName(steps) + message.slice(name.length)
    : message
}
