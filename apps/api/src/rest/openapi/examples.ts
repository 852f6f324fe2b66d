import { exampleResources, omitted, otherExamples } from './example-resources.js'
import { pathParametersOf } from './path-parameters.js'

/** JSON Schema as the document holds it. */
interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly example?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly propertyNames?: Schema
  readonly additionalProperties?: Schema | boolean
}

interface MediaType {
  readonly schema?: Schema
  readonly example?: unknown
}

interface Body {
  readonly content?: Readonly<Record<string, MediaType>>
}

type Json = Readonly<Record<string, unknown>>

interface Document {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
}

interface Operation {
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Body>>
}

/** The document with an example for every request and response, put together along their schemas. */
export function withExamples<D extends object>(given: D): D {
  const document = given as Document
  const composer = new Composer(document.components?.schemas ?? {})
  const paths = mapValues(document.paths ?? {}, (operations, path) =>
    mapValues(operations, (operation) => ({
      ...operation,
      ...(operation.requestBody && { requestBody: composer.complete(operation.requestBody, path) }),
      responses: mapValues(operation.responses, (response) => composer.complete(response, path)),
    })),
  )
  return { ...given, paths }
}

class Composer {
  /** Ids by type, from the examples of the resources. */
  private readonly ids: ReadonlyMap<string, unknown>

  constructor(private readonly schemas: Readonly<Record<string, Schema>>) {
    this.ids = new Map(
      Object.values(schemas).flatMap(({ properties = {} }) => {
        const [type, id] = [this.typeIn(properties), properties['id']?.example]
        return type === undefined || id === undefined ? [] : [[type, id] as const]
      }),
    )
  }

  complete<B extends Body>(body: B, path: string): B {
    if (!body.content) return body
    const content = mapValues(body.content, (media) =>
      media.schema && Object.keys(media.schema).length > 0 && media.example === undefined
        ? { ...media, example: this.compose(media.schema, { path: [], resource: {} }, path) }
        : media,
    )
    return { ...body, content }
  }

  /** Makes an example; `at` is the resource around the schema, and the way to this part of it. */
  private compose(given: Schema, at: Place, route: string): unknown {
    const schema = this.resolve(given)
    const known = valueAt(at)
    if (given.$ref?.endsWith('/PageLinks')) return linksOf(route)
    if (schema.const !== undefined) return schema.const
    if (schema.properties) return this.composeObject(schema.properties, at, route)
    if (known !== undefined) return known
    if (schema.example !== undefined) return schema.example
    const address = this.addressOf(at)
    if (address !== undefined) return address
    const [choice] = schema.anyOf ?? schema.oneOf ?? []
    if (choice) return this.compose(choice, at, route)
    if (schema.enum) return schema.enum[0]
    if (schema.type === 'array' && schema.items) return [this.compose(schema.items, at, route)]
    if (schema.propertyNames)
      return Object.fromEntries((this.resolve(schema.propertyNames).enum ?? []).map((name) => [name, true]))
    if (schema.type === 'boolean') return false
    if (schema.type === 'integer' || schema.type === 'number') return 1
    if (schema.type === 'null') return null
    throw new Error(`${route} has no example of ${at.path.join('.')}`)
  }

  private composeObject(properties: Readonly<Record<string, Schema>>, at: Place, route: string): Json {
    const type = this.typeIn(properties)
    const within: Place = type === undefined ? at : { path: [], type, resource: exampleResources[type] ?? {} }
    const pairs = Object.entries(properties).flatMap(([name, schema]) => {
      const place = { ...within, path: [...within.path, name] }
      return valueAt(place) === omitted ? [] : [[name, this.compose(schema, place, route)]]
    })
    return Object.fromEntries(pairs) as Json
  }

  /** The id or the link of a resource, unless its example says another one. */
  private addressOf({ path, type = '', resource }: Place): unknown {
    const id = resource['id'] ?? this.ids.get(type)
    if (path.join('.') === 'id') return id
    return path.join('.') === 'links.self' && id !== undefined ? `/api/v2/${type}/${String(id)}` : undefined
  }

  private typeIn({ type, id, attributes }: Readonly<Record<string, Schema>>): string | undefined {
    if (!type || !(id ?? attributes)) return undefined
    const { const: only, enum: several } = this.resolve(type)
    const [first] = [only, ...(several ?? [])].filter((name) => name !== undefined)
    return typeof first === 'string' ? first : undefined
  }

  private resolve(schema: Schema): Schema {
    const name = schema.$ref?.replace('#/components/schemas/', '')
    return name === undefined ? schema : (this.schemas[name] ?? schema)
  }
}

interface Place {
  readonly path: readonly string[]
  readonly type?: string
  readonly resource: Json
}

function valueAt({ path, resource }: Place): unknown {
  if (path.length === 0) return undefined
  const found = path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? (value as Json)[name] : undefined),
    resource,
  )
  return found === undefined ? otherExamples[path.at(-1) ?? ''] : found
}

/** Links of a list at this path that has a single page. */
function linksOf(route: string): Json {
  const names = pathParametersOf(route.replace(/\{(\w+)\}/g, ':$1'))
  const path = route.replace(/\{(\w+)\}/g, (_, name: string) => names.get(name)?.example ?? '')
  const only = `https://engine.example.com${path}?page%5Bnumber%5D=1&page%5Bsize%5D=20`
  return { self: only, first: only, prev: null, next: null, last: only }
}

function mapValues<V, W>(
  record: Readonly<Record<string, V>>,
  map: (value: V, key: string) => W,
): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))
}
