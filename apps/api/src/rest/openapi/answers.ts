import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi'
import { noSpace, type DomainError } from '../../kernel/errors.js'
import { csvMediaType } from '../../http/csv.js'
import { plainError } from '../jsonapi/errors.js'
import { successStatus, type Method, type Operation, type Resource } from '../jsonapi/resource.js'

export const mediaType = 'application/vnd.api+json'

/** Source of a fault: a place in the body, or a parameter of the query. */
const source = z.union([z.object({ pointer: z.string() }), z.object({ parameter: z.string() })])

const errorDocument = z
  .object({
    errors: z
      .array(
        z.object({
          status: z
            .string()
            .regex(/^[45]\d\d$/)
            .meta({ description: 'The HTTP status, as a string.' }),
          title: z.string(),
          detail: z.string().optional(),
          source: source.optional(),
          meta: z.record(z.string(), z.unknown()).optional(),
        }),
      )
      .min(1),
  })
  .meta({ id: 'Errors', description: 'One object a fault, all faults of a request at once.' })

const header = (description: string, type = 'string', required = true) => ({
  description,
  required,
  schema: { type } as { type: 'string' | 'number' },
})

export const headers = {
  'X-Request-Id': header("The caller's own when it is sane, else a new one; the log names it too."),
  'TFP-API-Version': header('The version of this API.'),
  'X-RateLimit-Limit': header('Requests a second for each caller; 0 means no limit.', 'number'),
  'X-RateLimit-Remaining': header('Requests left in this second.', 'number'),
  'X-RateLimit-Reset': header('Seconds to wait.', 'number'),
  'Cache-Control': header(
    '`private, no-cache` to a good token; `no-store` where the address is a secret.',
    'string',
    false,
  ),
  Vary: header('`Authorization`, to a good token.', 'string', false),
  Location: header('The same path under the present name.'),
  ETag: header('Made from the bytes; for `If-None-Match` and `If-Match`.'),
  'Retry-After': header('Seconds to wait.', 'number'),
  'X-Engine-Snapshot-Interval': header(
    'Seconds after which the CLI saves what an apply has made so far; refusals carry it too.',
    'number',
  ),
}

type HeaderName = keyof typeof headers

const always = [
  'X-Request-Id',
  'TFP-API-Version',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Cache-Control',
  'Vary',
] as const

const headersNamed = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const wordsOf = ({ failure }: DomainError): string => ('message' in failure ? failure.message : '')

interface Refusal {
  readonly description: string
  /** Schema of an error that adds to its status, or replaces its usual title. */
  readonly error?: object
  readonly headers?: readonly HeaderName[]
}

const refusals: Readonly<Record<number, Refusal>> = {
  400: {
    description: 'The JSON is malformed, or a query parameter is wrong or unknown to a filter',
    error: {
      title: 'invalid parameter',
      detail: 'page[size] must be a whole number from 0 to 9007199254740991',
      source: { parameter: 'page[size]' },
    },
  },
  401: { description: 'The token is missing, malformed, unknown, expired or revoked' },
  403: {
    description: 'Refused although the caller may know of the thing',
    error: { detail: 'namespace not authorized' },
  },
  404: {
    description:
      'The thing does not exist, or the caller may not know of it; the two cannot be distinguished',
  },
  409: {
    description: 'The state of things forbids it for now; nothing was changed',
    error: { detail: 'The workspace is locked by ana since 2026-03-01T12:00:00.000Z: Locked by the engine' },
  },
  412: { description: '`If-Match` names another state than the present one' },
  413: {
    description:
      'The body is larger than 1 MiB, or 16 MiB where it holds a state; or the answer would be larger than 8 MiB',
  },
  415: { description: 'The body is neither application/vnd.api+json nor application/json' },
  422: {
    description: 'Attributes are invalid, or the state of things forbids it; nothing was changed',
    error: {
      title: 'invalid attribute',
      detail: "Name can't be blank",
      source: { pointer: '/data/attributes/name' },
    },
  },
  429: {
    description: 'More requests than the limit allows',
    error: { title: 'Too many requests' },
    headers: ['Retry-After'],
  },
  500: { description: 'A fault of the service; its log has the cause by the request id' },
  503: {
    description: 'The service cannot answer at the moment',
    error: { detail: 'Too many sign-ins at the moment, please try again' },
    headers: ['Retry-After'],
  },
  507: {
    description:
      'The storage is full: nothing can be stored until space is freed; reads and deletions still work',
    error: { detail: wordsOf(noSpace()) },
  },
}

/** The name of a component: `Not Found` as one word. */
const nameOf = (status: number): string => STATUS_CODES[status]?.replaceAll(' ', '') ?? ''

/** The refusals, as components. */
export const refusalResponses = Object.fromEntries(
  Object.entries(refusals).map(([status, { description, error, headers: own = [] }]) => {
    const example = { errors: [{ ...plainError(Number(status)), ...error }] }
    const content = { [mediaType]: { schema: errorDocument, example } }
    return [nameOf(Number(status)), { description, headers: headersNamed([...always, ...own]), content }]
  }),
) satisfies Record<string, ZodOpenApiResponseObject>

const renamed = {
  description: 'The organization was renamed, and the caller may see it under its present name',
  headers: headersNamed([...always, 'Location']),
}

/** The attributes as columns; without page parameters all pages at once. */
const csvExample = 'version,status,…\r\n1.2.0,deprecated,…\r\n'

/** Every status that the operation can answer. */
export function responsesOf(
  path: string,
  { isOpen, takesBearer }: Resource,
  method: Method,
  operation: Operation<unknown>,
): ZodOpenApiResponsesObject {
  const writes = method !== 'GET'
  const isTagged = operation.document !== undefined && !writes
  const statuses = [
    400,
    ...(isOpen && !takesBearer && operation.proof === undefined ? [] : [401]),
    ...(operation.denial === undefined ? [] : [403]),
    404,
    ...(operation.conflict === undefined ? [] : [409]),
    ...(writes ? [412, 413, 415, 422] : []),
    ...(!writes && (operation.isPaged || operation.tooLarge !== undefined) ? [413] : []),
    ...(operation.unprocessable === undefined ? [] : [422]),
    ...[429, 500, 503],
    ...(operation.storesFile ? [507] : []),
  ]
  const content = operation.document && {
    [operation.mediaType ?? mediaType]: { schema: operation.document },
    ...(operation.csv && { [csvMediaType]: { schema: { type: 'string' as const }, example: csvExample } }),
  }
  const notModified = {
    description: 'The caller has it already',
    headers: headersNamed([...always, 'ETag']),
  }
  const own = Object.keys(operation.headers ?? {}) as HeaderName[]
  return {
    [`${successStatus(method, operation)}`]: successOf(isTagged ? ['ETag', ...own] : own, content),
    ...(operation.otherStatus && { [`${operation.otherStatus}`]: successOf(own, content) }),
    ...(!writes && path.startsWith('/api/v2/organizations/:org') && { '301': renamed }),
    ...(isTagged && { '304': notModified }),
    ...refusalsNamed(statuses),
  }
}

/** The answer when all went well. */
export function successOf(
  own: readonly HeaderName[] = [],
  content?: ZodOpenApiResponseObject['content'],
): ZodOpenApiResponseObject {
  const description = content ? 'Done' : 'Done, and nothing to say'
  return { description, headers: headersNamed([...always, ...own]), ...(content && { content }) }
}

export function refusalsNamed(statuses: readonly number[]): ZodOpenApiResponsesObject {
  const named = statuses.map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }])
  return Object.fromEntries(named) as ZodOpenApiResponsesObject
}
