import { graphql } from '~/data/generated'

export const EngineVersionUpdate = graphql(`
  mutation EngineVersionUpdate($input: EngineVersionUpdateInput!) {
    engineVersionUpdate(input: $input) {
      engineVersion {
        version
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)
