import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { openApiDocument } from '../../src/rest/openapi/document.js'

export interface MediaType {
  readonly schema: object
  readonly example?: unknown
}

export interface ResponseObject {
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>
  readonly content?: Readonly<Record<string, MediaType>>
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: { readonly type?: string; readonly enum?: readonly string[]; readonly example?: unknown }
}

export interface OperationObject {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly security?: readonly object[]
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, MediaType>> }
  readonly responses: Readonly<Record<string, ResponseObject | { readonly $ref: string }>>
}

interface HeaderObject {
  readonly required: boolean
  readonly schema: { readonly type: 'string' | 'number' }
}

export interface OpenApi {
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: {
    readonly headers: Readonly<Record<string, HeaderObject>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly responses: Readonly<Record<string, ResponseObject>>
  }
}

export const document = openApiDocument() as OpenApi

const root = 'openapi'
const ajv = new Ajv2020({
  allErrors: true,
  allowUnionTypes: true,
  keywords: ['example', 'paths', 'components'],
})
addFormats.default(ajv)
ajv.addSchema({ $id: root, ...pruned() }, root)

/** The schemas alone: examples of the document are no part of them. */
function pruned(): object {
  const { paths, components } = document
  return { paths, components }
}

const validators = new Map<string, ValidateFunction>()

/** Faults of a value by the schema at this pointer of the document; empty without any. */
export function faultsAt(steps: readonly string[], value: unknown): readonly string[] {
  const pointer = steps.map((step) => `/${encodeURIComponent(step.replace(/~/g, '~0').replace(/\//g, '~1'))}`)
  const ref = `${root}#${pointer.join('')}`
  const validate = validators.get(ref) ?? ajv.compile({ $ref: ref })
  validators.set(ref, validate)
  if (validate(value)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath || 'the body'} ${message}`,
  )
}

/** A component where the document only points to one, and where it stands. */
export function resolved<T extends object>(
  given: T | { readonly $ref: string },
  steps: readonly string[],
): { readonly value: T; readonly steps: readonly string[] } {
  if (!('$ref' in given)) return { value: given, steps }
  const there = given.$ref.slice(2).split('/')
  const value = there.reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], document)
  return { value: value as T, steps: there }
}

const routes = Object.keys(document.paths).map((path) => ({
  path,
  form: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
}))

/** The path of the document that this one is routed to: the first that fits. */
export const routeOf = (path: string): string | undefined => routes.find(({ form }) => form.test(path))?.path
