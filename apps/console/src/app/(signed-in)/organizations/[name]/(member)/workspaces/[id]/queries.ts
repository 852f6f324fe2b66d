import { graphql } from '~/data/generated'
import type { WorkspaceDetailQuery } from '~/data/generated/graphql'

export const StateFacts = graphql(`
  fragment StateFacts on StateVersion {
    id
    serial
    isCurrent
    size
    form
    resourceCount
    rolledBackToSerial
    createdBy {
      name
    }
    createdAt
  }
`)

export const WorkspaceDetail = graphql(`
  query WorkspaceDetail($id: ID!) {
    workspace(id: $id) {
      updatedAt
      organization {
        id
      }
      lockedAt
      lockedBy
      lockReason
      isLockedByCaller
      canLock
      canUpdate
      canReadStates
      tags {
        key
        value
      }
      keptSettings {
        name
        value
      }
      ...WorkspaceRow
    }
    currentStateVersion(workspaceId: $id) {
      ...StateFacts
      engineVersion
      lineage
      resources {
        mode
        type
        module
        provider
        count
      }
      warnings
    }
    cli {
      publicUrl
      words
    }
  }
`)

export type FoundWorkspace = NonNullable<WorkspaceDetailQuery['workspace']>

/** Null before the first one, and for those who may not read states. */
export type CurrentState = WorkspaceDetailQuery['currentStateVersion']

export type FoundState = NonNullable<CurrentState>
