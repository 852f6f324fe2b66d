import { isTeamName } from '@engine/shared'
import { graphql } from '~/data/generated'
import type { TeamFormFactsFragment, TeamUpdateInput, TeamVisibility } from '~/data/generated/graphql'
import { changesOf } from '~/data/merge'

export const TeamFormFacts = graphql(`
  fragment TeamFormFacts on Team {
    id
    updatedAt
    name
    isOwners
    manageModules
    manageProviders
    manageWorkspaces
    visibility
    allowMemberTokenManagement
    ssoTeamId
  }
`)

/** Asked by the server to fill the form, and by the browser after another user's change. */
export const TeamFormQuery = graphql(`
  query TeamForm($id: ID!) {
    team(id: $id) {
      organization {
        id
      }
      ...TeamFormFacts
    }
  }
`)

/** The values of the form; an empty text means that single sign-on knows no such team. */
export type FormValues = {
  name: string
  manageModules: boolean
  manageProviders: boolean
  manageWorkspaces: boolean
  visibility: TeamVisibility
  allowMemberTokenManagement: boolean
  ssoTeamId: string
}

/** What each value is called in a sentence. */
export const labels: Record<keyof FormValues, string> = {
  name: 'name',
  manageModules: 'right to manage modules',
  manageProviders: 'right to manage providers',
  manageWorkspaces: 'right to manage workspaces',
  visibility: 'visibility',
  allowMemberTokenManagement: 'right of members to manage the tokens',
  ssoTeamId: 'group in single sign-on',
}

export const emptyValues: FormValues = {
  name: '',
  manageModules: false,
  manageProviders: false,
  manageWorkspaces: false,
  visibility: 'SECRET',
  allowMemberTokenManagement: true,
  ssoTeamId: '',
}

export const valuesOf = (facts: TeamFormFactsFragment): FormValues => ({
  name: facts.name,
  manageModules: facts.manageModules,
  manageProviders: facts.manageProviders,
  manageWorkspaces: facts.manageWorkspaces,
  visibility: facts.visibility,
  allowMemberTokenManagement: facts.allowMemberTokenManagement,
  ssoTeamId: facts.ssoTeamId ?? '',
})

export const tidied = ({ name, ssoTeamId, ...values }: FormValues): FormValues => ({
  ...values,
  name: name.trim(),
  ssoTeamId: ssoTeamId.trim(),
})

/** Only what was changed, so that no other user's change is undone. */
export function updateInputOf(facts: TeamFormFactsFragment, values: FormValues): TeamUpdateInput {
  const { ssoTeamId, ...changes } = changesOf(tidied(values), valuesOf(facts))
  return {
    id: facts.id,
    expectedUpdatedAt: facts.updatedAt,
    ...changes,
    ...(ssoTeamId !== undefined && { ssoTeamId: ssoTeamId || null }),
  }
}

/** What can be checked before anything is sent; the server decides. */
export const validation = {
  name: (name: string) =>
    isTeamName(name.trim()) ? null : 'A name is 1 to 64 letters, digits, - and _, with blanks inside.',
}
