import { graphql } from '~/data/generated'

export const ProviderToEdit = graphql(`
  query ProviderToEdit($id: ID!) {
    registryProvider(id: $id) {
      id
      updatedAt
      namespace
      name
      registryName
      sourceUrl
      organization {
        id
      }
    }
  }
`)
