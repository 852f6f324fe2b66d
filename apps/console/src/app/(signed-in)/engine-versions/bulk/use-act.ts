'use client'

import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'
import { engineVersionAreas } from '../changes'

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

/** What is refused comes back as `userErrors`, of a version under `ids` and its index. */
export const useAct = () => useChange(EngineVersionsAct, engineVersionAreas)
