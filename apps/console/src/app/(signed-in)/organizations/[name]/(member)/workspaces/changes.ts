'use client'

import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'

const WorkspaceCreate = graphql(`
  mutation WorkspaceCreate($input: WorkspaceCreateInput!) {
    workspaceCreate(input: $input) {
      workspace {
        id
        name
        engineVersion
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const WorkspaceUpdate = graphql(`
  mutation WorkspaceUpdate($input: WorkspaceUpdateInput!) {
    workspaceUpdate(input: $input) {
      workspace {
        id
        name
        engineVersion
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const WorkspaceDelete = graphql(`
  mutation WorkspaceDelete($input: WorkspaceDeleteInput!) {
    workspaceDelete(input: $input) {
      deletedId
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

export const useCreateWorkspace = () => useChange(WorkspaceCreate)
export const useUpdateWorkspace = () => useChange(WorkspaceUpdate)
export const useDeleteWorkspace = () => useChange(WorkspaceDelete)
