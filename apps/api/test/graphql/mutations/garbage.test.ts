import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  type GraphQLInputType,
} from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildGraphqlSchema } from '../../../src/graphql/schema.js'
import { startTestApp, type TestApp } from '../../app.js'
import { isFull } from '../../full-run.js'
import type { Person } from '../../makers.js'
import { graphql } from '../../rest.js'

let app: TestApp
let admin: Person

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.make.administrator()
  await app.make.organization(admin, 'acme')
})
afterAll(() => app.stop())

const schema = buildGraphqlSchema()
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})
const queries = Object.values(schema.getQueryType()?.getFields() ?? {})

/** A value of this type, with this text wherever one may stand; also what need not be given, if `whole`. */
function valueOf(type: GraphQLInputType, text: string, whole: boolean): unknown {
  const plain = getNullableType(type)
  if (isListType(plain)) return [valueOf(plain.ofType, text, whole)]
  if (isEnumType(plain)) return plain.getValues()[0]?.name
  if (isInputObjectType(plain)) {
    const fields = Object.values(plain.getFields()).filter((field) => whole || isNonNullType(field.type))
    return Object.fromEntries(fields.map((field) => [field.name, valueOf(field.type, text, whole)]))
  }
  switch (String(plain)) {
    case 'Boolean':
      return false
    case 'Int':
      return -1
    case 'DateTime':
      return '2001-01-01T00:00:00.000Z'
    default:
      return text
  }
}

const refusals = ['INVALID', 'NOT_FOUND', 'RATE_LIMITED', 'BAD_USER_INPUT']

const texts = {
  'an empty text': '',
  'a NUL character': 'a\u0000b',
  ...(isFull && {
    'a very long text': 'x'.repeat(5000),
    'half of a surrogate pair': '\ud800',
    'signs of a pattern': '%_\\',
    'the id of nothing': 'org-0000000000000000',
  }),
}

test.each(Object.entries(texts))('no mutation breaks over %s', async (_, text) => {
  for (const { name, args } of mutations)
    for (const whole of [false, true]) {
      const [input] = args
      if (!input) continue
      const query = `mutation ($input: ${String(input.type)}) { ${name}(input: $input) { __typename userErrors { code } } }`
      const { data, errors = [] } = await graphql(app, admin, query, {
        input: valueOf(input.type, text, whole),
      })
      const expected = ['INVALID', 'NOT_FOUND', 'RATE_LIMITED', 'BAD_USER_INPUT']
      expect(
        errors.filter(({ extensions }) => !expected.includes(extensions.code)),
        name,
      ).toEqual([])
      expect(errors.length > 0 || data[name], name).toBeTruthy()
    }
})

test.each(Object.entries(texts))('no query breaks over %s', async (_, text) => {
  for (const { name, args, type } of queries) {
    const given = args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ')
    if (!given) continue
    const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')
    const variables = Object.fromEntries(args.map((arg) => [arg.name, valueOf(arg.type, text, true)]))
    const selection = isLeafType(getNamedType(type)) ? '' : '{ __typename }'
    const query = `query (${given}) { ${name}(${passed}) ${selection} }`
    const { errors = [] } = await graphql(app, admin, query, variables)
    const broken = errors.filter(({ extensions }) => !refusals.includes(extensions.code))
    expect(broken, `${name}: ${String(getNamedType(type))}`).toEqual([])
  }
  const fields = `teams(search: $text) { totalCount } memberships(search: $text) { totalCount }
    workspaces(search: $text) { totalCount } workspace(name: $text) { id } gpgKey(keyId: $text) { id }
    registryProviders(search: $text) { totalCount } registryModule(name: $text, provider: $text) { id }
    registryProvider(registryName: PRIVATE, namespace: $text, name: $text) { id }`
  const site = 'sharingPreview(input: { consumers: [$text] }) { gains { totalCount } loses { totalCount } }'
  const query = `query ($text: String!) { organization(name: "acme") { ${fields} } siteOrganization(name: "acme") { ${site} } }`
  const { errors = [] } = await graphql(app, admin, query, { text })
  expect(errors.filter(({ extensions }) => !refusals.includes(extensions.code))).toEqual([])
})
