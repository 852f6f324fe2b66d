import { isTeamName } from '@engine/shared'
import { graphql } from '~/data/generated'
import type { TeamFormFactsFragment } from '~/data/generated/graphql'

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
export const valuesOf = (facts: TeamFormFactsFragment) => ({
  name: facts.name,
  manageModules: facts.manageModules,
  manageProviders: facts.manageProviders,
  manageWorkspaces: facts.manageWorkspaces,
  visibility: facts.visibility,
  allowMemberTokenManagement: facts.allowMemberTokenManagement,
  ssoTeamId: facts.ssoTeamId ?? '',
})

export type FormValues = ReturnType<typeof valuesOf>

/** Name of each value in a sentence. */
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

/** Checks before anything is sent; the server decides. */
export const validation = {
  name: (name: string) =>
    isTeamName(name.trim()) ? null : 'A name is 1 to 64 letters, digits, - and _, with blanks inside.',
}
