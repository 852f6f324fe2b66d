import { graphql } from '~/data/generated'

export const FolderInputs = graphql(`
  query FolderInputs(
    $organization: String!
    $name: String!
    $provider: String!
    $version: String!
    $path: String!
    $filter: RegistryModuleInputVariableFilter!
    $page: PageInput!
  ) {
    registryModuleNamespace(name: $organization) {
      id
      registryModule(name: $name, provider: $provider) {
        id
        version(version: $version) {
          id
          folder(path: $path) {
            inputs(filter: $filter, page: $page) {
              nodes {
                name
                type
                description
                default
                required
              }
              pageInfo {
                number
                size
                totalPages
              }
              totalCount
            }
          }
        }
      }
    }
  }
`)

export const FolderOutputs = graphql(`
  query FolderOutputs(
    $organization: String!
    $name: String!
    $provider: String!
    $version: String!
    $path: String!
    $filter: RegistryModuleDeclarationFilter!
    $page: PageInput!
  ) {
    registryModuleNamespace(name: $organization) {
      id
      registryModule(name: $name, provider: $provider) {
        id
        version(version: $version) {
          id
          folder(path: $path) {
            outputs(filter: $filter, page: $page) {
              nodes {
                name
                description
              }
              pageInfo {
                number
                size
                totalPages
              }
              totalCount
            }
          }
        }
      }
    }
  }
`)

export const FolderResources = graphql(`
  query FolderResources(
    $organization: String!
    $name: String!
    $provider: String!
    $version: String!
    $path: String!
    $filter: RegistryModuleDeclarationFilter!
    $page: PageInput!
  ) {
    registryModuleNamespace(name: $organization) {
      id
      registryModule(name: $name, provider: $provider) {
        id
        version(version: $version) {
          id
          folder(path: $path) {
            resources(filter: $filter, page: $page) {
              nodes {
                type
                name
              }
              pageInfo {
                number
                size
                totalPages
              }
              totalCount
            }
          }
        }
      }
    }
  }
`)

export const FolderProviders = graphql(`
  query FolderProviders(
    $organization: String!
    $name: String!
    $provider: String!
    $version: String!
    $path: String!
    $filter: RegistryModuleDeclarationFilter!
    $page: PageInput!
  ) {
    registryModuleNamespace(name: $organization) {
      id
      registryModule(name: $name, provider: $provider) {
        id
        version(version: $version) {
          id
          folder(path: $path) {
            providers(filter: $filter, page: $page) {
              nodes {
                name
                source
                version
              }
              pageInfo {
                number
                size
                totalPages
              }
              totalCount
            }
          }
        }
      }
    }
  }
`)

export const FolderDependencies = graphql(`
  query FolderDependencies(
    $organization: String!
    $name: String!
    $provider: String!
    $version: String!
    $path: String!
    $filter: RegistryModuleDeclarationFilter!
    $page: PageInput!
  ) {
    registryModuleNamespace(name: $organization) {
      id
      registryModule(name: $name, provider: $provider) {
        id
        version(version: $version) {
          id
          folder(path: $path) {
            dependencies(filter: $filter, page: $page) {
              nodes {
                name
                source
                version
              }
              pageInfo {
                number
                size
                totalPages
              }
              totalCount
            }
          }
        }
      }
    }
  }
`)

export const VersionFolders = graphql(`
  query VersionFolders(
    $organization: String!
    $name: String!
    $provider: String!
    $version: String!
    $filter: RegistryModuleFolderFilter!
    $page: PageInput!
  ) {
    registryModuleNamespace(name: $organization) {
      id
      registryModule(name: $name, provider: $provider) {
        id
        version(version: $version) {
          id
          folders(filter: $filter, page: $page) {
            nodes {
              path
              counts {
                inputs
                outputs
                resources
              }
            }
            pageInfo {
              number
              size
              totalPages
            }
            totalCount
          }
        }
      }
    }
  }
`)
