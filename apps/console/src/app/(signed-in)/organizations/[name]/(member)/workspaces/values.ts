import { isWorkspaceName } from '@engine/shared'
import { graphql } from '~/data/generated'
import type { WorkspaceFormFactsFragment } from '~/data/generated/graphql'

export const WorkspaceFormFacts = graphql(`
  fragment WorkspaceFormFacts on Workspace {
    id
    updatedAt
    name
    engineVersion
    description
  }
`)

export const WorkspaceFormQuery = graphql(`
  query WorkspaceForm($id: ID!) {
    workspace(id: $id) {
      organization {
        id
      }
      ...WorkspaceFormFacts
    }
  }
`)

/** The values of the form; an empty description means that there is none. */
export type FormValues = { name: string; engineVersion: string; description: string }

/** Name of each value in a sentence. */
export const labels: Record<keyof FormValues, string> = {
  name: 'name',
  engineVersion: 'engine version',
  description: 'description',
}

export const valuesOf = (facts: WorkspaceFormFactsFragment): FormValues => ({
  name: facts.name,
  engineVersion: facts.engineVersion,
  description: facts.description ?? '',
})

/** Checks before anything is sent; the server decides. */
export const validation = {
  name: (name: string) =>
    isWorkspaceName(name.trim()) ? null : 'A name is 1 to 90 letters, digits, - and _.',
  engineVersion: (version: string) =>
    version.trim() === '' ? 'Name a version, latest, or a constraint such as ~> 1.9.0.' : null,
}
