import { document, faultsAt, resolved, routeOf, type ResponseObject } from './reference.js'

/** An answer as it went over the wire. */
export interface Exchange {
  readonly method: string
  /** Path without the query. */
  readonly path: string
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

const ours = /^(\/api\/v2|\/api\/registry\/private\/v2|\/admin\/initial-admin-user)(\/|$)/

/** Throws when an answer is not as the OpenAPI document says; answers of other faces are not checked. */
export function expectConformance(exchange: Exchange, aliases: readonly string[]): void {
  if (!ours.test(exchange.path) && routeOf(exchange.path) === undefined) return
  const faults = faultsOf(exchange, aliases)
  if (faults.length === 0) return
  const { method, path, status } = exchange
  throw new Error(`${method} ${path} answered ${status} against the document:\n- ${faults.join('\n- ')}`)
}

function faultsOf(exchange: Exchange, aliases: readonly string[]): readonly string[] {
  const { method, status } = exchange
  const route = routeOf(exchange.path) ?? routeOf(inNeutralWord(exchange.path, aliases))
  if (route === undefined)
    return [401, 404, 429].includes(status) ? refusalFaults(exchange) : ['the document has no such path']
  const steps = ['paths', route, method === 'HEAD' ? 'get' : method.toLowerCase()]
  const operation = document.paths[route]?.[steps[2] ?? '']
  if (!operation) return otherMethodFaults(exchange)
  const declared = operation.responses[status]
  if (!declared) return ['the document has no such status']
  const { value, steps: there } = resolved<ResponseObject>(declared, [...steps, 'responses', String(status)])
  const isPrivate = operation.security === undefined && status < 400
  return [
    ...headerFaults(exchange, value),
    ...(isPrivate && exchange.headers['cache-control'] !== 'private, no-cache' ? ['it may be cached'] : []),
    ...contentFaults(exchange, value, there, aliases),
  ]
}

/** Faults of an answer to a method that the path does not declare. */
function otherMethodFaults(exchange: Exchange): readonly string[] {
  const { method, status, headers } = exchange
  const needsAllow = status === 405 || status < 400
  const allow = needsAllow && typeof headers['allow'] !== 'string' ? ['Allow is missing'] : []
  if (method === 'OPTIONS' && status === 204) return [...allow, ...emptyFaults(exchange)]
  if (![401, 404, 405, 429].includes(status) && status !== 403) return ['the document has no such method']
  return [...allow, ...refusalFaults(exchange)]
}

function refusalFaults(exchange: Exchange): readonly string[] {
  const response = document.components.responses['NotFound'] ?? {}
  return [
    ...headerFaults(exchange, response),
    ...contentFaults(exchange, response, ['components', 'responses', 'NotFound'], []),
  ]
}

function headerFaults({ headers }: Exchange, { headers: declared = {} }: ResponseObject): readonly string[] {
  return Object.entries(declared).flatMap(([name, { $ref }]) => {
    const { required, schema } = document.components.headers[$ref.split('/').at(-1) ?? ''] ?? {}
    const value = headers[name.toLowerCase()]
    if (value === undefined) return required ? [`${name} is missing`] : []
    return schema?.type === 'number' && !Number.isFinite(Number(value)) ? [`${name} is no number`] : []
  })
}

function contentFaults(
  exchange: Exchange,
  { content }: ResponseObject,
  steps: readonly string[],
  aliases: readonly string[],
): readonly string[] {
  if (!content) return emptyFaults(exchange)
  const type = String(exchange.headers['content-type'])
  if (!content[type]) return [`the media type is ${type}`]
  if (exchange.method === 'HEAD') return emptyFaults(exchange)
  if (isExport.test(type)) return []
  const body = inNeutralDialect(JSON.parse(exchange.text), aliases)
  return [
    ...faultsAt([...steps, 'content', type, 'schema'], body),
    ...(exchange.status < 400 ? [] : statusFaults(exchange.status, body)),
  ]
}

/** Lines, of which the document knows no more than that they are text. */
const isExport = /^(text\/csv|application\/jsonl)\b/

function statusFaults(status: number, body: unknown): readonly string[] {
  const { errors } = body as { errors: readonly { status: unknown }[] }
  return errors.every((error) => error.status === String(status)) ? [] : ['an error names another status']
}

const emptyFaults = ({ text }: Exchange): readonly string[] => (text === '' ? [] : ['there is a body'])

const wordsOf = (aliases: readonly string[]): RegExp =>
  new RegExp(`(^|[-/])(${aliases.join('|')})(?=[-/]|$)`, 'g')

const inNeutralWord = (name: string, aliases: readonly string[]): string =>
  aliases.length === 0 ? name : name.replace(wordsOf(aliases), '$1engine')

/** The document says `engine` alone: twins go, and types are called as it calls them. */
function inNeutralDialect(value: unknown, aliases: readonly string[]): unknown {
  if (aliases.length === 0 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => inNeutralDialect(item, aliases))
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const neutral = inNeutralWord(key, aliases)
    if (neutral !== key && neutral in value) return []
    const isType = key === 'type' && typeof item === 'string'
    return [[key, isType ? inNeutralWord(item, aliases) : inNeutralDialect(item, aliases)]]
  })
  return Object.fromEntries(entries) as unknown
}
