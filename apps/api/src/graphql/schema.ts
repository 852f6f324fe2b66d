import 'reflect-metadata'
import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql'
import { buildSchemaSync, type NonEmptyArray } from 'type-graphql'
import { DateTimeScalar } from './date-time.js'
import * as resolvers from './resolvers.js'

export function buildGraphqlSchema(): GraphQLSchema {
  return buildSchemaSync({
    resolvers: Object.values(resolvers) as unknown as NonEmptyArray<new () => object>,
    scalarsMap: [{ type: Date, scalar: DateTimeScalar }],
    // The services check every input, by rules that apply to all faces.
    validate: false,
  })
}

/** Prints the schema as it is committed in schema.graphql, in an order that changes only with the schema. */
export function printGraphqlSchema(): string {
  return `${printSchema(lexicographicSortSchema(buildGraphqlSchema()))}\n`
}
