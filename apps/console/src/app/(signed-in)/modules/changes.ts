import { graphql } from '~/data/generated'

export const ModuleVersionDelete = graphql(`
  mutation ModuleVersionDelete($input: RegistryModuleVersionDeleteInput!) {
    registryModuleVersionDelete(input: $input) {
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)
