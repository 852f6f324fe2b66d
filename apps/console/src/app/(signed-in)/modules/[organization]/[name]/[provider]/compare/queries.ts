import { graphql } from '~/data/generated'

/** Comparison of two versions. It never changes, so only the server queries it. */
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
          wantedVersion
          breaksPromise
          changes(page: { size: 100 }) {
            nodes {
              breaking
            }
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
