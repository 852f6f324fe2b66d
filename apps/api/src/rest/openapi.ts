import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { spellingsOf } from './jsonapi/body.js'
import type { BodyRules, LinkageRules, Method, Operation, Resource } from './jsonapi/resource.js'
import { routes, type RestServices } from './routes.js'

const mediaType = 'application/vnd.api+json'

const errorDocument = z
  .object({
    errors: z.array(
      z.object({
        status: z.string(),
        title: z.string(),
        detail: z.string().optional(),
        source: z.union([z.object({ pointer: z.string() }), z.object({ parameter: z.string() })]).optional(),
      }),
    ),
  })
  .meta({ id: 'Errors' })

/** What every operation may answer, and what only those with a body or parameters may. */
const failures = { 401: 'The token is missing or not good', 404: 'Not there, or not for this caller' }
const inputFailures = {
  400: 'The JSON or a parameter is malformed',
  413: 'The body is larger than 1 MiB',
  415: 'The body is no JSON',
  422: 'An attribute is invalid; all faults at once',
}

/**
 * The OpenAPI document, made from the very schemas that check requests and responses. Building the routes
 * touches no service, so none is needed.
 */
export function openApiDocument(): object {
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Platform API',
      version: '2.6',
      description:
        'JSON:API documents under /api/v2. With ENGINE_ALIASES every name that holds `engine` has twins.',
    },
    servers: [{ url: '/api/v2' }],
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths: Object.fromEntries(
      Object.entries(routes({} as RestServices)).map(([path, resource]) => [
        path.replace(/:(\w+)/g, '{$1}'),
        pathItem(path, resource),
      ]),
    ) as ZodOpenApiPathsObject,
  })
}

function pathItem(path: string, { tag, operations }: Resource): Record<string, ZodOpenApiOperationObject> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return Object.fromEntries(
    Object.entries(operations).map(([method, operation]) => [
      method.toLowerCase(),
      operationObject(
        `${method.toLowerCase()}${operationName(path)}`,
        tag,
        names,
        method as Method,
        operation,
      ),
    ]),
  )
}

/** `/admin/engine-versions/:id` → `AdminEngineVersionsById`. */
const operationName = (path: string): string =>
  path
    .replace(/\/:/g, '/by-')
    .replace(/[^A-Za-z0-9]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())

function operationObject(
  operationId: string,
  tag: string,
  pathNames: readonly string[],
  method: Method,
  operation: Operation<unknown>,
): ZodOpenApiOperationObject {
  const hasInput =
    operation.body !== undefined ||
    operation.linkage !== undefined ||
    operation.parameters !== undefined ||
    operation.isPaged
  const refusals = Object.entries({ ...failures, ...(hasInput || method === 'DELETE' ? inputFailures : {}) })
  return {
    operationId,
    tags: [tag],
    summary: operation.summary,
    requestParams: {
      ...(pathNames.length > 0 && {
        path: z.object(Object.fromEntries(pathNames.map((n) => [n, z.string()]))),
      }),
      query: z.object(queryShape(operation)),
    },
    ...requestBody(operation),
    responses: {
      [String(operation.status)]: operation.document
        ? { description: 'Done', content: { [mediaType]: { schema: operation.document } } }
        : { description: 'Done, nothing to say' },
      ...Object.fromEntries(
        refusals.map(([status, description]) => [
          status,
          { description, content: { [mediaType]: { schema: errorDocument } } },
        ]),
      ),
    },
  }
}

function queryShape(operation: Operation<unknown>): Record<string, z.ZodType> {
  const own = Object.entries(operation.parameters ?? {}).map(([name, schema]) => [name, schema.optional()])
  const count = z.int().min(0).optional()
  const paging = operation.isPaged ? { 'page[number]': count, 'page[size]': count } : {}
  const include = operation.includes ? { include: z.enum(operation.includes as [string]).optional() } : {}
  return { ...(Object.fromEntries(own) as Record<string, z.ZodType>), ...paging, ...include }
}

function requestBody({ body, linkage }: Operation<unknown>): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  const schema = body ? bodySchema(body) : linkage && linkageSchema(linkage)
  return schema ? { requestBody: { required: true, content: { [mediaType]: { schema } } } } : {}
}

const linkageSchema = ({ type }: LinkageRules): z.ZodType =>
  z.object({ data: z.array(z.object({ id: z.string(), type: z.literal(type) })) })

function bodySchema(rules: BodyRules): z.ZodType {
  const { type, isTypeOptional, shape } = rules
  const attributes = Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) =>
      spellingsOf(name, rules).map((key) => [key, schema as z.ZodType]),
    ),
  )
  const typeSchema = z.literal(type)
  return z.object({
    data: z.object({
      type: isTypeOptional ? typeSchema.optional() : typeSchema,
      attributes: z.object(attributes),
    }),
  })
}
