import fc from 'fast-check'
import { buildSchema, isInputObjectType, isLeafType, getNamedType, type GraphQLField } from 'graphql'
import { readFileSync } from 'node:fs'
import { hostileText, hostileValue, pieces } from '../reference/hostile-values.js'
import type { WireRequest } from '../reference/wire.js'

const json = { 'Content-Type': 'application/json' }
const bearer = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` })

const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'))

/** One field of the schema with all of its arguments as variables, and what it answers two levels deep. */
function documentOf(operation: 'query' | 'mutation', field: GraphQLField<unknown, unknown>): string {
  const declared = field.args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ')
  const given = field.args.map(({ name }) => `${name}: $${name}`).join(', ')
  const [head, call] = [declared && `(${declared})`, given && `(${given})`]
  return `${operation} Any${head} { ${field.name}${call} ${selectionOf(field, 2)} }`
}

function selectionOf({ type }: GraphQLField<unknown, unknown>, depth: number): string {
  const named = getNamedType(type)
  if (isLeafType(named) || isInputObjectType(named) || !('getFields' in named)) return ''
  const inner = Object.values(named.getFields()).filter(({ args }) => args.length === 0)
  const chosen = inner.filter((each) => isLeafType(getNamedType(each.type)) || depth > 0)
  const fields = chosen.map((each) => `${each.name} ${selectionOf(each, depth - 1)}`.trim())
  return `{ __typename ${fields.filter((text) => !text.endsWith('{ __typename }')).join(' ')} }`
}

const documents = (['query', 'mutation'] as const).flatMap((operation) => {
  const type = operation === 'query' ? schema.getQueryType() : schema.getMutationType()
  return Object.values(type?.getFields() ?? {}).map((field) => ({
    text: documentOf(operation, field),
    names: field.args.map(({ name }) => name),
  }))
})

/** Things by their right names, which a hostile request mixes with wrong ones. */
export type Known = readonly string[]

/** Requests that a document's author could send: existing fields, with values of any kind for each argument. */
function graphqlRequests(token: string, known: Known): fc.Arbitrary<WireRequest> {
  const leaf = fc.oneof(hostileValue, fc.constantFrom(...known), fc.integer({ min: -1, max: 30 }))
  const value = fc.oneof(
    { arbitrary: leaf, weight: 4 },
    {
      arbitrary: fc.dictionary(
        fc.constantFrom('id', 'name', 'organization', 'version', 'first', 'email', 'url'),
        leaf,
      ),
      weight: 3,
    },
  )
  return fc.constantFrom(...documents).chain(({ text, names }) =>
    fc
      .tuple(fc.tuple(...names.map(() => value)), fc.constantFrom(text, text.slice(0, -1), `${text} ${text}`))
      .map(([values, query]) => ({
        method: 'POST',
        target: '/graphql',
        headers: { ...json, ...bearer(token) },
        body: Buffer.from(
          JSON.stringify({
            query,
            variables: Object.fromEntries(names.map((name, at) => [name, values[at]])),
          }),
        ),
      })),
  )
}

const registryForms = [
  '/v1/modules',
  '/v1/modules/search?q=*',
  '/v1/modules/*',
  '/v1/modules/*/*',
  '/v1/modules/*/*/*',
  '/v1/modules/*/*/*/versions',
  '/v1/modules/*/*/*/*',
  '/v1/modules/*/*/*/*/download',
  '/v1/modules/*/*/*/download',
  '/v2/modules/*/*/*/downloads/summary',
  '/api/registry/v1/modules/*/*/*/versions',
  '/v1/providers/*/*/versions',
  '/v1/providers/*/*/*',
  '/v1/providers/*/*/*/download/*/*',
  '/.well-known/*.json',
  '/api/*',
  '/downloads/*',
  '/*/*',
  '/livez?*',
  '/metrics?*',
]

const queries = fc.oneof(
  fc.constant(''),
  fc
    .tuple(fc.constantFrom('q', 'offset', 'limit', 'provider', 'verified', 'x'), pieces)
    .map(([k, v]) => `${k}=${v}`),
)

/** The registry's protocols, and other paths of the host. */
function registryRequests(token: string, known: Known): fc.Arbitrary<WireRequest> {
  const piece = fc.oneof(fc.constantFrom(...known.map(encodeURIComponent)), pieces)
  return fc
    .record({
      form: fc.constantFrom(...registryForms),
      pieces: fc.array(piece, { minLength: 6, maxLength: 6 }),
      query: queries,
      method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'),
      header: fc.constantFrom(
        'Range',
        'If-None-Match',
        'If-Match',
        'X-Request-Id',
        'Accept',
        'X-Forwarded-For',
      ),
      value: hostileText.map((text) => text.replace(/[^\x20-\x7e]/g, '').slice(0, 2000)),
    })
    .map(({ form, pieces: given, query, method, header, value }) => {
      const path = [...given].reduce((text, each) => text.replace('*', () => each), form)
      const target = query && !path.includes('?') ? `${path}?${query}` : path
      return { method, target, headers: { ...bearer(token), [header]: value } }
    })
}

/** Forms that ask for the CLI's token, for which no bearer is needed. */
const oauthRequests: fc.Arbitrary<WireRequest> = fc
  .dictionary(
    fc.constantFrom('grant_type', 'client_id', 'code', 'code_verifier', 'redirect_uri'),
    fc.oneof(fc.constantFrom('authorization_code', 'engine-cli'), hostileText),
  )
  .map((form) => ({
    method: 'POST',
    target: '/api/oauth/token',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(new URLSearchParams(form).toString()),
  }))

export function otherFaces(token: string, known: Known): fc.Arbitrary<WireRequest> {
  return fc.oneof(graphqlRequests(token, known), registryRequests(token, known), oauthRequests)
}
