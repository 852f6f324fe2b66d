import { graphql } from '~/data/generated'
import type { ModuleChangesQuery, ModuleToCompareQuery } from '~/data/generated/graphql'

export const ModuleToCompare = graphql(`
  query ModuleToCompare($organization: String!, $name: String!, $provider: String!) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        namespace
        name
        provider
        newestVersion {
          version
        }
        versions(page: { size: 100 }) {
          nodes {
            version
            status
            deprecation {
              status
            }
          }
        }
      }
    }
  }
`)

export type ModuleToCompare = NonNullable<
  NonNullable<ModuleToCompareQuery['registryModuleNamespace']>['registryModule']
>

/** What two versions declare never changes, so the server asks for what comes of it. */
export const ModuleComparison = graphql(`
  query ModuleComparison(
    $organization: String!
    $name: String!
    $provider: String!
    $from: String!
    $to: String!
  ) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        comparison(from: $from, to: $to) {
          from {
            version
          }
          to {
            version
          }
          breakingCount
          missingStep
          changes(page: { size: 1 }) {
            totalCount
          }
          releaseNotes {
            ...Readme
          }
        }
      }
    }
  }
`)

export const ModuleChanges = graphql(`
  query ModuleChanges(
    $organization: String!
    $name: String!
    $provider: String!
    $from: String!
    $to: String!
    $page: PageInput!
  ) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        comparison(from: $from, to: $to) {
          changes(page: $page) {
            nodes {
              path
              kind
              name
              change
              breaking
              facts {
                name
                before
                after
              }
            }
            pageInfo {
              ...PageFacts
            }
            totalCount
          }
        }
      }
    }
  }
`)

type FoundNamespace = NonNullable<ModuleChangesQuery['registryModuleNamespace']>
type FoundComparison = NonNullable<NonNullable<FoundNamespace['registryModule']>['comparison']>

export type FoundChange = FoundComparison['changes']['nodes'][number]
