import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import type { TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { graphql } from '../rest.js'

const sdl = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8')
const mutations = buildSchema(sdl).getMutationType()?.getFields()

/** Sends a mutation and returns these fields; throws at an error. The schema gives the type of the input. */
export async function mutate(
  app: TestApp,
  by: Person | string | undefined,
  name: string,
  input: object,
  fields: string,
): Promise<Record<string, unknown>> {
  const type = String(mutations?.[name]?.args[0]?.type)
  const query = `mutation ($input: ${type}) { ${name}(input: $input) { ${fields} } }`
  const { data, errors } = await graphql(app, by, query, { input })
  if (errors) throw new Error(errors[0]?.message)
  return data[name] ?? {}
}
