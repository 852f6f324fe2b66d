'use client'

import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'

const EngineVersionUpdate = graphql(`
  mutation EngineVersionUpdate($input: EngineVersionUpdateInput!) {
    engineVersionUpdate(input: $input) {
      engineVersion {
        id
        version
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const EngineVersionDelete = graphql(`
  mutation EngineVersionDelete($input: EngineVersionDeleteInput!) {
    engineVersionDelete(input: $input) {
      deletedId
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

/** What shows engine versions, what needs attention among it. */
export const engineVersionAreas = ['engine-versions', 'viewer'] as const

export const useUpdateEngineVersion = () => useChange(EngineVersionUpdate, engineVersionAreas)
export const useDeleteEngineVersion = () => useChange(EngineVersionDelete, engineVersionAreas)
