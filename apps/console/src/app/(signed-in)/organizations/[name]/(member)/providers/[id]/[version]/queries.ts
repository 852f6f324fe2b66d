import { graphql } from '~/data/generated'
import type { ProviderVersionDetailQuery } from '~/data/generated/graphql'

export const ProviderVersionDetail = graphql(`
  query ProviderVersionDetail($id: ID!, $version: String!) {
    registryProvider(id: $id) {
      id
      name
      namespace
      deprecation {
        ...DeprecationFacts
      }
      organization {
        id
        gpgKeys(page: { size: 100 }) {
          nodes {
            keyId
            signerIds
          }
          totalCount
        }
      }
      version(version: $version) {
        id
        version
        keyId
        protocols
        createdAt
        updatedAt
        canDelete
        warnings
        provenance {
          ...ProvenanceFacts
        }
        shasumsUploadUrl
        shasumsDownloadUrl
        shasumsSigUploadUrl
        shasumsSigDownloadUrl
        docsUploadedAt
        docsUploadUrl
        platforms {
          id
          os
          arch
          filename
          shasum
          canDelete
          providerBinaryUploadUrl
          providerBinaryDownloadUrl
        }
        ...ProviderVersionStateFacts
      }
    }
  }
`)

export type FoundProvider = NonNullable<ProviderVersionDetailQuery['registryProvider']>
export type FoundVersion = NonNullable<FoundProvider['version']>
