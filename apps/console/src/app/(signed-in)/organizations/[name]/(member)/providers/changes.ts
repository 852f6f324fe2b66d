'use client'

import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'

const ProviderCreate = graphql(`
  mutation ProviderCreate($input: RegistryProviderCreateInput!) {
    registryProviderCreate(input: $input) {
      registryProvider {
        id
        name
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const ProviderDelete = graphql(`
  mutation ProviderDelete($input: RegistryProviderDeleteInput!) {
    registryProviderDelete(input: $input) {
      deletedId
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const ProviderVersionCreate = graphql(`
  mutation ProviderVersionCreate($input: RegistryProviderVersionCreateInput!) {
    registryProviderVersionCreate(input: $input) {
      registryProviderVersion {
        id
        version
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const ProviderVersionDelete = graphql(`
  mutation ProviderVersionDelete($input: RegistryProviderVersionDeleteInput!) {
    registryProviderVersionDelete(input: $input) {
      deletedId
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const ProviderPlatformCreate = graphql(`
  mutation ProviderPlatformCreate($input: RegistryProviderPlatformCreateInput!) {
    registryProviderPlatformCreate(input: $input) {
      registryProviderPlatform {
        id
        providerBinaryUploadUrl
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const ProviderPlatformDelete = graphql(`
  mutation ProviderPlatformDelete($input: RegistryProviderPlatformDeleteInput!) {
    registryProviderPlatformDelete(input: $input) {
      deletedId
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

export const useCreateProvider = () => useChange(ProviderCreate)
export const useDeleteProvider = () => useChange(ProviderDelete)
export const useCreateVersion = () => useChange(ProviderVersionCreate)
export const useDeleteVersion = () => useChange(ProviderVersionDelete)
export const useCreatePlatform = () => useChange(ProviderPlatformCreate)
export const useDeletePlatform = () => useChange(ProviderPlatformDelete)
