import { graphql } from '~/data/generated'

export const ModuleToEdit = graphql(`
  query ModuleToEdit($organization: String!, $name: String!, $provider: String!) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        id
        updatedAt
        namespace
        name
        provider
        description
        sourceUrl
        moduleInterfacePolicy
        canDelete
      }
    }
    organization(name: $organization) {
      moduleInterfacePolicy
    }
  }
`)
