import { buildSchema, isNonNullType, isObjectType, type GraphQLField } from 'graphql'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { graphql } from '../rest.js'

const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'))

/** The lists of a type that can be asked for without arguments, each with all of them as null. */
function listsOf(name: string): string[] {
  const type = schema.getType(name)
  if (!isObjectType(type)) throw new Error(`${name} is no type with fields`)
  const isList = ({ type, args }: GraphQLField<unknown, unknown>) =>
    String(type).includes('Connection') && args.every((arg) => !isNonNullType(arg.type) || arg.defaultValue)
  return Object.values(type.getFields())
    .filter(isList)
    .map(({ name, args }) => {
      const nullable = args.filter((arg) => !isNonNullType(arg.type)).map((arg) => `${arg.name}: null`)
      return `${name}${nullable.length > 0 ? `(${nullable.join(', ')})` : ''} { totalCount }`
    })
}

test.each([
  ['Query', (fields: string) => `{ ${fields} }`],
  ['Viewer', (fields: string) => `{ viewer { ${fields} } }`],
  ['Organization', (fields: string) => `{ organization(name: "acme") { ${fields} } }`],
])('null for an argument of a list of %s is as if it were absent', async (name, around) => {
  const app = await startTestApp({ LOG_LEVEL: 'silent' })
  const admin = await app.make.administrator()
  await app.make.organization(admin, 'acme')
  for (const list of listsOf(name)) {
    const { errors } = (await graphql(app, admin, around(list))) as { errors?: unknown }
    expect(errors, list).toBeUndefined()
  }
})
