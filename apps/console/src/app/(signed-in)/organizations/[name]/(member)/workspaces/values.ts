import { isProviderName } from '@engine/shared'
import { graphql } from '~/data/generated'
import type { WorkspaceFormFactsFragment, WorkspaceUpdateInput } from '~/data/generated/graphql'
import { changesOf } from '~/data/merge'

export const WorkspaceFormFacts = graphql(`
  fragment WorkspaceFormFacts on Workspace {
    id
    updatedAt
    name
    engineVersion
    description
  }
`)

/** Asked by the server to fill the form, and by the browser after another user's change. */
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

/** What each value is called in a sentence. */
export const labels: Record<keyof FormValues, string> = {
  name: 'name',
  engineVersion: 'engine version',
  description: 'description',
}

export const emptyValues: FormValues = { name: '', engineVersion: 'latest', description: '' }

export const valuesOf = (facts: WorkspaceFormFactsFragment): FormValues => ({
  name: facts.name,
  engineVersion: facts.engineVersion,
  description: facts.description ?? '',
})

export const tidied = (values: FormValues): FormValues => ({
  name: values.name.trim(),
  engineVersion: values.engineVersion.trim(),
  description: values.description.trim(),
})

/** Only what was changed, so that no other user's change is undone. */
export function updateInputOf(facts: WorkspaceFormFactsFragment, values: FormValues): WorkspaceUpdateInput {
  const { description, ...changes } = changesOf(tidied(values), valuesOf(facts))
  return {
    id: facts.id,
    expectedUpdatedAt: facts.updatedAt,
    ...changes,
    ...(description !== undefined && { description: description || null }),
  }
}

/** What can be checked before anything is sent; the server decides. */
export const validation = {
  name: (name: string) =>
    isProviderName(name.trim()) ? null : 'A name is 1 to 64 letters, digits, - and _.',
  engineVersion: (version: string) => (version.trim() === '' ? 'Name a version, or latest.' : null),
}
