'use client'

import { useMutation } from '@tanstack/react-query'
import { graphql } from '../../../../data/generated'
import type { EngineVersionsActInput } from '../../../../data/generated/graphql'
import { request } from '../../../../data/request'
import { useEngineVersionsChanged } from '../changes'

const EngineVersionsAct = graphql(`
  mutation EngineVersionsAct($input: EngineVersionsActInput!) {
    engineVersionsAct(input: $input) {
      changed {
        id
      }
      unchanged {
        id
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

/** What is refused comes back as `userErrors`, of a version under `ids` and its index; a failure rejects. */
export function useAct() {
  const changed = useEngineVersionsChanged()
  return useMutation({
    mutationFn: async (input: EngineVersionsActInput) =>
      (await request(EngineVersionsAct, { input })).engineVersionsAct,
    // Also what was refused: it was changed or deleted meanwhile.
    onSuccess: () => changed(),
  })
}
