import type { Request, RequestHandler, Response } from 'express'
import { randomUUID } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { namesTag, tagOf } from '../../http/etags.js'
import { cacheAnswer, type CachePolicy } from '../../http/response-cache.js'
import { contextOf, originalUrl } from '../../http/request-context.js'
import { aliasesOf, toDialect } from '../../http/aliases.js'
import { csvMediaType } from '../../http/csv.js'
import { parseDocument, parseJson, readBody } from './body.js'
import { plainError, RequestError } from './errors.js'
import { pointWith } from './failures.js'
import { toJson } from './json-text.js'
import { parseLinkage } from './linkage.js'
import { parseQuery, type ParsedQuery } from './query.js'
import {
  successStatus,
  StreamedDocument,
  WithStatus,
  type Call,
  type Method,
  type Operation,
  type Resource,
} from './resource.js'

const mediaType = 'application/vnd.api+json'

/** Size limit of an answer to a GET, in bytes; the request bounds the answer to a write. */
const largestAnswer = 8 * 1024 ** 2

export interface Dialect {
  readonly publicUrl: string
  readonly aliases: readonly string[]
  /** True in tests: refuses to send an answer that does not match its declared schema. */
  readonly isStrict: boolean
}

interface RequestState {
  readonly req: Request
  readonly res: Response
  readonly word: string
  readonly dialect: Dialect
  readonly subject: unknown
}

/** Serves a path to a known caller, by the order of contract §2: 404, 405, 412, 413, 415, 400, 422. */
export function serve(resource: Resource, word: string, dialect: Dialect): RequestHandler {
  return async (req, res) => {
    const method = req.method === 'HEAD' ? 'GET' : req.method
    const operation = operationOf(resource, method)
    const writes = operation !== undefined && method !== 'GET'
    const params = req.params as Record<string, string>
    const { searchParams } = originalUrl(req)
    // Before right and existence: a refusal has them too, and the same for every caller.
    setHeaders(res, operation, dialect)
    const subject = await resource.authorize(contextOf(res), params, writes, searchParams, method)
    if (method === 'OPTIONS') return void res.status(204).setHeader('Allow', allowed(resource)).end()
    if (!operation) throw new RequestError([plainError(405)], { Allow: allowed(resource) })
    const state = { req, res, word, dialect, subject }
    if (writes) await checkCondition(state, resource)
    const body = writes ? await readBody(req, res, operation.bodyLimit) : Buffer.alloc(0)
    const call = toCall(state, operation, body)
    if (operation.csv && wantsCsv(state)) return sendCsv(state, await operation.csv(call))
    const policy = policyOf(operation, call)
    const answer = await operation.run(call)
    if (answer instanceof StreamedDocument) return sendStreamed(state, operation, answer)
    send(state, operation, answer, policy)
  }
}

function setHeaders(res: Response, operation: Operation<unknown> | undefined, { aliases }: Dialect): void {
  for (const [neutral, value] of Object.entries(operation?.headers ?? {}))
    for (const { name } of aliasesOf(neutral, aliases)) res.setHeader(name, value)
}

function wantsCsv({ req, res }: RequestState): boolean {
  res.vary('Accept')
  return req.accepts(mediaType, 'text/csv') === 'text/csv'
}

/** Made before anything is read: an end that comes meanwhile is the end of what was read. */
function policyOf(
  { tags: tagsOf, endsAt }: Operation<unknown>,
  call: Call<unknown>,
): CachePolicy | undefined {
  const tags = tagsOf?.(call)
  return tags && { tags, ...(endsAt && { endsAt: endsAt(call.ctx) }) }
}

function operationOf(resource: Resource, method: string): Operation<unknown> | undefined {
  return Object.hasOwn(resource.operations, method) ? resource.operations[method as Method] : undefined
}

function allowed(resource: Resource): string {
  const methods = Object.keys(resource.operations)
  return [
    ...(methods.includes('GET') ? ['GET', 'HEAD'] : []),
    ...methods.filter((m) => m !== 'GET'),
    'OPTIONS',
  ].join(', ')
}

/**
 * Checks `If-Match`: it must name the tag that a GET of the same path would have now; a path without GET has no tag, so
 * only `*` matches. Faults of the query come later.
 */
async function checkCondition(state: RequestState, { operations }: Resource): Promise<void> {
  const header = state.req.get('if-match')
  if (header === undefined) return
  const holds = operations.GET
    ? namesTag(header, await currentTag(state, operations.GET))
    : header.trim() === '*'
  if (!holds) throw new RequestError([plainError(412)])
}

async function currentTag(state: RequestState, show: Operation<unknown>): Promise<string> {
  const query = parseQuery(originalUrl(state.req).searchParams, { ...show, parameters: {} })
  const document = await show.run(callWith(state, query))
  return tagOf(toBytes(state, show, document))
}

function toCall(state: RequestState, operation: Operation<unknown>, bytes: Buffer): Call<unknown> {
  const { req, res, word, dialect } = state
  const query = parseQuery(originalUrl(req).searchParams, operation)
  const hasBody = operation.body !== undefined || operation.linkage !== undefined
  const json = hasBody ? parseJson(bytes) : { value: undefined, errors: [] }
  const [first, ...others] = [...query.errors, ...json.errors]
  if (first) throw new RequestError([first, ...others])
  const body = operation.body && parseDocument(json.value, operation.body, word, dialect.aliases)
  if (body) pointWith(res, body.pointerOf)
  const linkage = operation.linkage && parseLinkage(json.value, operation.linkage, word)
  if (linkage) pointWith(res, (path) => ['/data', ...path].join('/'))
  return {
    ...callWith(state, query),
    ...(body && { attributes: body.attributes, relationships: body.relationships }),
    ...(linkage && { linkage }),
  }
}

/** A call that brings no body. */
function callWith({ req, res, subject, dialect }: RequestState, parsed: ParsedQuery): Call<unknown> {
  const { query, page, included } = parsed
  const { pathname, search } = originalUrl(req)
  return {
    ctx: contextOf(res),
    params: req.params as Record<string, string>,
    subject,
    page,
    query,
    included,
    attributes: {},
    relationships: {},
    linkage: { ids: [], faults: [] },
    expectedOf: ({ updatedAt }) => (req.get('if-match') === undefined ? undefined : updatedAt),
    url: new URL(pathname + search, dialect.publicUrl),
  }
}

function toBytes({ word, dialect }: RequestState, operation: Operation<unknown>, document: unknown): Buffer {
  if (dialect.isStrict) operation.document?.parse(JSON.parse(toJson(document)))
  return Buffer.from(toJson(toDialect(document, word, dialect.aliases)))
}

const tooLarge = (): RequestError => {
  const detail = 'The answer is larger than 8 MiB: ask for smaller pages with page[size]'
  return new RequestError([{ ...plainError(413), detail }])
}

/** Sends the document around the streamed value; a document with such a value never changes it. */
async function sendStreamed(
  state: RequestState,
  operation: Operation<unknown>,
  { value, documentWith }: StreamedDocument,
): Promise<void> {
  const { req, res } = state
  const tag = tagOf(toBytes(state, operation, documentWith('')))
  if (namesTag(req.get('if-none-match') ?? '', tag)) return void res.status(304).setHeader('ETag', tag).end()
  const place = randomUUID()
  const text = toBytes(state, operation, documentWith(place)).toString('utf8')
  const [before = '', behind = ''] = text.split(JSON.stringify(place)).map((part) => Buffer.from(part))
  const stream = req.method === 'HEAD' ? undefined : await value.open()
  res
    .status(200)
    .setHeader('ETag', tag)
    .setHeader('Content-Type', operation.mediaType ?? mediaType)
  res.setHeader('Content-Length', before.length + value.size + behind.length)
  if (!stream) return void res.end()
  async function* pieces(): AsyncGenerator<Buffer | string> {
    yield before
    yield* stream as AsyncIterable<Buffer>
    yield behind
  }
  try {
    await pipeline(pieces(), res)
  } catch (error) {
    if (!res.headersSent) throw error
    if (!req.destroyed)
      contextOf(res).log.error({ error: String(error) }, 'an answer could not be sent to its end')
  }
}

function send(
  state: RequestState,
  operation: Operation<unknown>,
  answer: unknown,
  policy: CachePolicy | undefined,
): void {
  const { req, res } = state
  const isReading = req.method === 'GET' || req.method === 'HEAD'
  const other = answer instanceof WithStatus ? answer : undefined
  const status = other?.status ?? successStatus(isReading ? 'GET' : (req.method as Method), operation)
  if (status === 204) return void res.status(204).end()
  const bytes = toBytes(state, operation, other ? other.document : answer)
  const type = operation.mediaType ?? mediaType
  if (isReading) {
    const tag = tagged(state, bytes)
    if (policy) cacheAnswer(res, { status: 200, document: { bytes, tag, type }, ...policy })
    if (namesTag(req.get('if-none-match') ?? '', tag)) return void res.status(304).end()
  }
  sendBytes(state, status, type, bytes)
}

function sendCsv(state: RequestState, text: string): void {
  const { req, res } = state
  const bytes = Buffer.from(text)
  const tag = tagged(state, bytes)
  if (namesTag(req.get('if-none-match') ?? '', tag)) return void res.status(304).end()
  sendBytes(state, 200, csvMediaType, bytes)
}

/** Sets the entity tag of an answer to a GET, and refuses one that is too large. */
function tagged({ res }: RequestState, bytes: Buffer): string {
  if (bytes.length > largestAnswer) throw tooLarge()
  const tag = tagOf(bytes)
  res.setHeader('ETag', tag)
  return tag
}

function sendBytes({ res }: RequestState, status: number, type: string, bytes: Buffer): void {
  res.status(status).setHeader('Content-Type', type)
  res.setHeader('Content-Length', bytes.length)
  res.end(bytes)
}
