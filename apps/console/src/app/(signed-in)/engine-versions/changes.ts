'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { graphql } from '../../../data/generated'
import type { EngineVersionDeleteInput, EngineVersionUpdateInput } from '../../../data/generated/graphql'
import { request } from '../../../data/request'

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

/** Lets everything that shows engine versions ask again, what needs attention among it. */
export function useEngineVersionsChanged(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all(
      (['engine-versions', 'viewer'] as const).map((area) => client.invalidateQueries({ queryKey: [area] })),
    )
  }
}

/** What is refused comes back as `userErrors`; a failure is shown as a toast and rejects. */
export function useUpdateEngineVersion() {
  const changed = useEngineVersionsChanged()
  return useMutation({
    mutationFn: async (input: EngineVersionUpdateInput) =>
      (await request(EngineVersionUpdate, { input })).engineVersionUpdate,
    onSuccess: () => changed(),
  })
}

export function useDeleteEngineVersion() {
  const changed = useEngineVersionsChanged()
  return useMutation({
    mutationFn: async (input: EngineVersionDeleteInput) =>
      (await request(EngineVersionDelete, { input })).engineVersionDelete,
    onSuccess: () => changed(),
  })
}
