import { Router, type ErrorRequestHandler, type Request, type RequestHandler } from 'express'
import { execute, parse, type DocumentNode, type GraphQLSchema } from 'graphql'
import { unwrapResolverError } from '@apollo/server/errors'
import { requireAdmission } from '../../http/admission.js'
import { csvHead, csvMediaType, toCsv } from '../../http/csv.js'
import { begun, nameFile, sendExport } from '../../http/exports.js'
import type { FaceServices } from '../../http/face-services.js'
import { contextOf, originalUrl } from '../../http/request-context.js'
import type { OperationContext } from '../../kernel/context.js'
import { invalid, notFound } from '../../kernel/errors.js'
import { maximumPageSize } from '../../kernel/page.js'
import { answerBeforeGraphql } from '../errors.js'
import { listExports, type ListExport } from './lists.js'

/** The path of exports, which are files of whole lists. */
export const listExportsPath = '/graphql/exports'

/** The longest text of variables, in characters. */
const longestVariables = 10_000

type Row = Readonly<Record<string, unknown>> & { readonly id: string }

interface Page {
  readonly nodes: readonly Row[]
  readonly pageInfo: { readonly totalPages: number }
}

/**
 * `GET /graphql/exports/<list>.csv?variables=<JSON>`: a list of the console as a file, however long it is. Each page is
 * asked of the schema as the caller, with the variables of the list, so that rights, filters and order are those of the
 * list itself; the next page is read once the client has taken the one before.
 */
export function listExportRoutes(schema: GraphQLSchema, services: FaceServices): Router {
  const router = Router({ caseSensitive: true }).use(requireAdmission)
  for (const [name, list] of Object.entries(listExports))
    router.all(`/${name}.csv`, exporting(name, list, schema, services))
  return router.use(() => {
    throw notFound()
  }, sendFailure)
}

function exporting(
  name: string,
  { document, columns }: ListExport,
  schema: GraphQLSchema,
  services: FaceServices,
): RequestHandler {
  const parsed = parse(document)
  return async (req, res) => {
    res.setHeader('Cache-Control', 'no-store')
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.status(405).setHeader('Allow', 'GET, HEAD').end()
      return
    }
    const ask = asking(schema, parsed, { ctx: contextOf(res), services }, variablesOf(req))
    const started = await begun(pagesOf(ask))
    res.status(200).setHeader('Content-Type', csvMediaType)
    nameFile(res, name, 'csv')
    if (req.method === 'HEAD') return void res.end()
    await sendExport(req, res, written(started, columns))
  }
}

function variablesOf(req: Request): object {
  const text = originalUrl(req).searchParams.get('variables') ?? '{}'
  const variables = text.length <= longestVariables ? objectIn(text) : undefined
  if (variables) return variables
  throw invalid({ path: ['variables'], code: 'INVALID', message: 'Variables must be a JSON object' })
}

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

type Ask = (number: number) => Promise<Page>

/** Makes the function that asks for a page. Each has a new context, since loaders read for one answer. */
function asking(
  schema: GraphQLSchema,
  document: DocumentNode,
  caller: { readonly ctx: OperationContext; readonly services: FaceServices },
  variables: object,
): Ask {
  return async (number) => {
    const { data, errors } = await execute({
      schema,
      document,
      contextValue: { ...caller, answer: { characters: 0 } },
      variableValues: { ...variables, page: { number, size: maximumPageSize } },
    })
    const [error] = errors ?? []
    if (error) throw unwrapped(error)
    const page = pageIn(data)
    if (!page) throw notFound()
    return page
  }
}

/** Returns what a resolver threw, or that the variables are invalid, which is the library's own refusal. */
function unwrapped(error: Error): unknown {
  const cause = unwrapResolverError(error)
  if (cause !== error) return cause
  return invalid({ path: ['variables'], code: 'INVALID', message: error.message })
}

/** Finds the one list of an answer; undefined below something that is not for the caller. */
function pageIn(value: unknown): Page | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return 'nodes' in value ? (value as Page) : pageIn(Object.values(value)[0])
}

/** The rows of a list, page by page. One that moved to the next page while it was read is not repeated. */
export async function* pagesOf(ask: Ask): AsyncGenerator<readonly Row[]> {
  let before = new Set<string>()
  for (let number = 1, pages = 1; number <= pages; number++) {
    const { nodes, pageInfo } = await ask(number)
    pages = pageInfo.totalPages
    yield nodes.filter(({ id }) => !before.has(id))
    before = new Set(nodes.map(({ id }) => id))
  }
}

async function* written(
  pages: AsyncIterable<readonly Row[]>,
  columns: ListExport['columns'],
): AsyncGenerator<string> {
  const names = Object.keys(columns)
  yield csvHead(names)
  for await (const rows of pages) {
    const cells = rows.map((row) =>
      Object.fromEntries(names.map((name) => [name, cellOf(row, columns[name] ?? '')])),
    )
    yield toCsv(names, cells)
  }
}

/** The value at a path; of a list each one's, in one cell. */
function cellOf(row: Row, path: string): unknown {
  const value = path.split('.').reduce(valueAt, row as unknown)
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value) ? value.join(', ') : value
}

const valueAt = (value: unknown, key: string): unknown =>
  Array.isArray(value)
    ? value.map((each) => valueAt(each, key))
    : (value as Readonly<Record<string, unknown>> | null | undefined)?.[key]

/** The status of a file that is refused; GraphQL itself answers such refusals with 200. */
const statuses: Readonly<Record<string, number>> = { NOT_FOUND: 404, INVALID: 400, DENIED: 403 }

const sendFailure: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (res.headersSent) return next(error)
  const { status, body, retryAfter } = answerBeforeGraphql(error, contextOf(res).log)
  if (retryAfter !== undefined) res.setHeader('Retry-After', String(retryAfter))
  const code = body.errors[0]?.extensions.code ?? ''
  res.status(status === 200 ? (statuses[code] ?? 400) : status).json(body)
}
