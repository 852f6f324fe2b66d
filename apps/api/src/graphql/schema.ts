import 'reflect-metadata'
import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql'
import { buildSchemaSync } from 'type-graphql'
import { DateTimeScalar } from './date-time.js'
import { EngineVersionsResolver } from './engine-versions.resolver.js'
import { IdentityResolver } from './identity.resolver.js'
import { OrganizationsResolver } from './organizations.resolver.js'
import { OrganizationProvidersResolver, RegistryProvidersResolver } from './registry-providers.resolver.js'
import { SiteOrganizationsResolver } from './site-organizations.resolver.js'
import { OrganizationPeopleResolver, TeamsResolver } from './teams.resolver.js'
import { UsersResolver } from './users.resolver.js'
import { ViewerResolver } from './viewer.resolver.js'
import { OrganizationWorkspacesResolver, WorkspacesResolver } from './workspaces.resolver.js'

export function buildGraphqlSchema(): GraphQLSchema {
  return buildSchemaSync({
    resolvers: [
      EngineVersionsResolver,
      IdentityResolver,
      OrganizationPeopleResolver,
      OrganizationProvidersResolver,
      OrganizationWorkspacesResolver,
      OrganizationsResolver,
      RegistryProvidersResolver,
      SiteOrganizationsResolver,
      TeamsResolver,
      UsersResolver,
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
