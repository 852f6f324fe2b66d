import { graphql } from '~/data/generated'

/** Entries of a folder of a version. */
export const ModuleEntries = graphql(`
  query ModuleEntries(
    $organization: String!
    $name: String!
    $provider: String!
    $version: String!
    $folder: String!
    $page: PageInput!
  ) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        version(version: $version) {
          entries(folder: $folder, page: $page) {
            nodes {
              path
              name
              isFolder
              size
            }
          }
        }
      }
    }
  }
`)
