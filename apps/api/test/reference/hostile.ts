import fc from 'fast-check'
import { brokenBodies, hostileText, hostileValue, mediaTypes, pieces } from './hostile-values.js'
import { resolved, type OperationObject, type Parameter } from './reference.js'
import type { WireRequest } from './wire.js'

type Step = string | number

/** The path of every value in a JSON value, itself first. */
function placesIn(value: unknown, path: readonly Step[] = []): (readonly Step[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [path, ...inner.flatMap(([step, item]) => placesIn(item, [...path, step]))]
}

/** One change of a body; several of them make many faults at once. */
type Change =
  | { readonly kind: 'replace'; readonly path: readonly Step[]; readonly value: unknown }
  | { readonly kind: 'remove'; readonly path: readonly Step[] }
  | { readonly kind: 'add'; readonly path: readonly Step[]; readonly name: string; readonly value: unknown }

function changeOf(example: unknown): fc.Arbitrary<Change> {
  const path = fc.constantFrom(...placesIn(example))
  return fc.oneof(
    { arbitrary: fc.record({ kind: fc.constant('replace' as const), path, value: hostileValue }), weight: 5 },
    { arbitrary: fc.record({ kind: fc.constant('remove' as const), path }), weight: 2 },
    {
      arbitrary: fc.record({
        kind: fc.constant('add' as const),
        path,
        name: hostileText,
        value: hostileValue,
      }),
      weight: 1,
    },
  )
}

function changed(value: unknown, change: Change, [step, ...rest] = change.path): unknown {
  if (step === undefined) {
    if (change.kind === 'replace') return change.value
    if (change.kind === 'remove') return undefined
    return typeof value === 'object' && value !== null ? { ...value, [change.name]: change.value } : value
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return value
  const inner = changed((value as Record<Step, unknown>)[step], change, rest)
  if (Array.isArray(value)) return value.map((item, index) => (index === step ? inner : item))
  return { ...value, [step]: inner }
}

const json = (value: unknown): Buffer => Buffer.from(value === undefined ? '' : JSON.stringify(value))

function bodyOf({ requestBody }: OperationObject): fc.Arbitrary<Buffer | undefined> {
  const [media] = Object.values(requestBody?.content ?? {})
  if (!media) return fc.option(brokenBodies, { nil: undefined, freq: 4 })
  const changes = fc.array(changeOf(media.example), { maxLength: 3 })
  const damaged = changes.map((all) =>
    json(all.reduce((value, change) => changed(value, change), media.example)),
  )
  return fc.oneof({ arbitrary: damaged, weight: 8 }, { arbitrary: brokenBodies, weight: 1 })
}

const names = (operation: OperationObject): readonly string[] =>
  (operation.parameters ?? [])
    .map((given) => resolved<Parameter>(given, []).value)
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) => name)

/** Known and unknown parameters, often none, sometimes the same one twice. */
function queryOf(operation: OperationObject): fc.Arbitrary<string> {
  const known = [...names(operation), 'page[number]', 'page[size]', 'include']
  const name = fc.oneof(
    { arbitrary: fc.constantFrom(...known), weight: 5 },
    { arbitrary: fc.constantFrom('filter[x]', 'x', '', 'page', 'filter[]', 'include[]', 'sort'), weight: 1 },
  )
  const value = fc.oneof(
    pieces,
    fc.constantFrom('1', '0', '-1', '1.5', '99999999999999999999', 'users', 'true', 'private'),
  )
  const pair = fc.tuple(name, value).map(([key, text]) => `${encodeURIComponent(key)}=${text}`)
  const pairs = fc.array(pair, { maxLength: 3 })
  return fc.oneof(
    { arbitrary: fc.constant(''), weight: 3 },
    { arbitrary: pairs.map((all) => (all.length === 0 ? '' : `?${all.join('&')}`)), weight: 2 },
    { arbitrary: pair.map((twice) => `?${twice}&${twice}`), weight: 1 },
  )
}

/** The path as it is, or with another value for one of its parameters. */
function pathOf(route: string, good: string): fc.Arbitrary<string> {
  const steps = good.split('/')
  const places = route.split('/').flatMap((step, index) => (step.startsWith('{') ? [index] : []))
  if (places.length === 0) return fc.constant(good)
  const damaged = fc
    .tuple(fc.constantFrom(...places), pieces)
    .map(([place, piece]) => steps.map((step, index) => (index === place ? piece : step)).join('/'))
  return fc.oneof({ arbitrary: fc.constant(good), weight: 4 }, { arbitrary: damaged, weight: 1 })
}

/** Requests to an operation that are wrong in one way or in many; `good` is the path of a thing that is there. */
export function hostileRequests(
  {
    route,
    method,
    operation,
  }: { readonly route: string; readonly method: string; readonly operation: OperationObject },
  good: string,
  bearer: string,
): fc.Arbitrary<WireRequest> {
  const [path = '', search = ''] = good.split('?')
  const writes = method !== 'GET'
  return fc
    .record({
      path: pathOf(route, path),
      query: queryOf(operation),
      type: mediaTypes,
      body: writes ? bodyOf(operation) : fc.constant(undefined),
    })
    .map(({ path: asked, query, type, body }) => ({
      method,
      target: asked + (query || (search && `?${search}`)),
      headers: { Authorization: `Bearer ${bearer}`, ...(writes && { 'Content-Type': type }) },
      body,
    }))
}
