import 'reflect-metadata'
import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql'
import { buildSchemaSync } from 'type-graphql'
import { DateTimeScalar } from './date-time.js'
import { EngineVersionsResolver } from './engine-versions.resolver.js'
import { IdentityResolver } from './identity.resolver.js'
import { OrganizationsResolver } from './organizations.resolver.js'
import { ViewerResolver } from './viewer.resolver.js'
import { WorkspacesResolver } from './workspaces.resolver.js'

export function buildGraphqlSchema(): GraphQLSchema {
  return buildSchemaSync({
    resolvers: [
      EngineVersionsResolver,
      IdentityResolver,
      OrganizationsResolver,
      ViewerResolver,
      WorkspacesResolver,
    ],
    scalarsMap: [{ type: Date, scalar: DateTimeScalar }],
    // Every input is checked by the services, whose rules hold for all faces.
    validate: false,
  })
}

/** The schema as it is committed in schema.graphql, in an order that changes only with the schema. */
export function printGraphqlSchema(): string {
  return `${printSchema(lexicographicSortSchema(buildGraphqlSchema()))}\n`
}
