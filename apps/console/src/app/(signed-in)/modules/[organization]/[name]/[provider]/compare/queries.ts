import { graphql } from '~/data/generated'

/** What two versions declare never changes, so servers alone ask for what comes of it. */
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
