import { graphql } from '~/data/generated'

/** Asked by the server for the first sight of the page, and by the browser from then on. */
export const EngineVersionDetail = graphql(`
  query EngineVersionDetail($id: ID!) {
    engineVersion(id: $id) {
      version
      usage
      stateUse {
        workspaces
        behind
      }
      seenRecently {
        tokens
        forkTokens
      }
      createdAt
      updatedAt
      deprecatedReason
      ...EngineVersionBadgeFacts
      ...EngineVersionActionFacts
      ...EngineVersionArchives
      ...EngineVersionVerificationFacts
    }
  }
`)
