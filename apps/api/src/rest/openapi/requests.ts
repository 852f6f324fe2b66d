import { z } from 'zod'
import type { ZodOpenApiOperationObject } from 'zod-openapi'
import { mostItems } from '../../kernel/input.js'
import { documentNamesOf, typesOf } from '../jsonapi/body.js'
import { kebab } from '../jsonapi/names.js'
import type { BodyRules, LinkageRules, Method, Operation, Resource } from '../jsonapi/resource.js'
import { mediaType } from './answers.js'
import { pathParametersOf } from './path-parameters.js'

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string' as const },
  example,
})

/** Parameters that stand in headers. */
export const parameters = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header' as const,
    ...text('The `ETag` of what the caller has; 304 when that is still so.', '"rNwn7J4E5Yr"'),
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header' as const,
    ...text('The `ETag` that a GET of this path gave; 412 when things have changed since.', '"rNwn7J4E5Yr"'),
  },
  XAuditReason: {
    name: 'X-Audit-Reason',
    in: 'header' as const,
    ...text('The reason, for the audit log; up to 1,000 characters count.', 'Moved to another team'),
  },
}

/** Describes the input of an operation: path, query, headers and body. */
export function requestOf(
  path: string,
  { operations }: Resource,
  method: Method,
  operation: Operation<unknown>,
): Pick<ZodOpenApiOperationObject, 'parameters' | 'requestParams' | 'requestBody'> {
  const named = pathParametersOf(path)
  const inHeaders =
    method === 'GET'
      ? operation.document && ['IfNoneMatch']
      : [...(operations.GET ? ['IfMatch'] : []), 'XAuditReason']
  return {
    parameters: (inHeaders ?? []).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestParams: {
      ...(named.size > 0 && {
        path: z.object(
          Object.fromEntries([...named].map(([name, meta]) => [name, z.string().meta({ ...meta })])),
        ),
      }),
      query: z.object(queryShape(operation)),
    },
    ...requestBody(operation),
  }
}

const pageNumber = z
  .int()
  .min(0)
  .optional()
  .meta({ description: 'Absent or 0 is the first page.', example: 1 })
const pageSize = z
  .int()
  .min(0)
  .optional()
  .meta({ description: 'Absent or 0 is 20; more than 100 is 100.', example: 20 })

function queryShape({
  parameters: own = {},
  includes,
  isPaged,
}: Operation<unknown>): Record<string, z.ZodType> {
  const include = includes && {
    include: z
      .string()
      .optional()
      .meta({
        description: `Related resources to include, comma-separated: ${includes.map((name) => `\`${name}\``).join(', ')}.`,
        example: includes[0],
      }),
  }
  return {
    ...Object.fromEntries(Object.entries(own).map(([name, schema]) => [name, optional(schema)])),
    ...(isPaged && { 'page[number]': pageNumber, 'page[size]': pageSize }),
    ...include,
  }
}

/** An optional copy that keeps the description. */
const optional = (schema: z.ZodType): z.ZodType => schema.optional().meta({ ...schema.meta() })

function requestBody({ body, linkage }: Operation<unknown>): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  const schema = body ? bodySchema(body) : linkage && linkageSchema(linkage)
  if (!schema) return {}
  const required = !body?.isOptional
  const type = body?.plain === 'always' ? 'application/json' : mediaType
  return { requestBody: { required, content: { [type]: { schema } } } }
}

function linkageSchema({ type, isOne, attributes, takesIds }: LinkageRules): z.ZodType {
  const identified = z.object({ id: z.string(), type: z.literal(type) })
  const made = attributes && z.object({ attributes, type: z.literal(type) })
  const one = made && takesIds ? z.union([made, identified]) : (made ?? identified)
  return z.object({ data: isOne ? one : z.array(one).max(mostItems) })
}

function bodySchema(rules: BodyRules): z.ZodType {
  const bare = z.object(attributesShape(rules))
  if (rules.plain === 'always') return bare
  const document = documentSchema(rules, bare)
  return rules.plain ? z.union([document, bare]) : document
}

function attributesShape(rules: BodyRules): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(rules.shape).flatMap(([name, schema]) =>
      documentNamesOf(name, rules).map((key) => [key, schema as z.ZodType]),
    ),
  )
}

function documentSchema(rules: BodyRules, attributes: z.ZodType): z.ZodType {
  const types = typesOf(rules)
  const isBare = Object.values(rules.shape).every(
    (schema) => (schema as z.ZodType).safeParse(undefined).success,
  )
  const related = Object.entries(rules.relationships ?? {}).flatMap(([name, linkage]) =>
    linkage.refusal === undefined ? [[kebab(name), linkageSchema(linkage).optional()]] : [],
  )
  return z.object({
    data: z.object({
      type: rules.isTypeOptional ? z.literal([...types, '']).optional() : z.literal([...types]),
      attributes: isBare ? attributes.optional() : attributes,
      ...(related.length > 0 && { relationships: z.object(Object.fromEntries(related)).optional() }),
    }),
  })
}
