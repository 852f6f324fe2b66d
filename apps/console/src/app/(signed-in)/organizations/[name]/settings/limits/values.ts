import { isDuration } from '@engine/shared'
import { graphql } from '~/data/generated'
import type { EnginePolicy, OrganizationLimitsFactsFragment } from '~/data/generated/graphql'

export const OrganizationLimitsFacts = graphql(`
  fragment OrganizationLimitsFacts on SiteOrganization {
    id
    updatedAt
    name
    accessBetaTools
    workerSudoEnabled
    workspaceLimit
    applyTimeout
    planTimeout
    enginePolicy
    ssoGroups
    defaultApplyTimeout
    defaultPlanTimeout
  }
`)

export const OrganizationLimitsQuery = graphql(`
  query OrganizationLimits($name: String!) {
    siteOrganization(name: $name) {
      ...OrganizationLimitsFacts
    }
  }
`)

/** The values of the form; an empty text means that nothing of its own is set. */
export type FormValues = {
  accessBetaTools: boolean
  workspaceLimit: number | ''
  applyTimeout: string
  planTimeout: string
  workerSudoEnabled: boolean
  enginePolicy: EnginePolicy | ''
  ssoGroups: string[]
}

/** What each value is called in a sentence. */
export const labels: Record<keyof FormValues, string> = {
  accessBetaTools: 'beta tools',
  workspaceLimit: 'workspace limit',
  applyTimeout: 'apply timeout',
  planTimeout: 'plan timeout',
  workerSudoEnabled: 'sudo of the workers',
  enginePolicy: 'engine policy',
  ssoGroups: 'groups of single sign-on',
}

export const valuesOf = (facts: OrganizationLimitsFactsFragment): FormValues => ({
  accessBetaTools: facts.accessBetaTools,
  workspaceLimit: facts.workspaceLimit ?? '',
  applyTimeout: facts.applyTimeout ?? '',
  planTimeout: facts.planTimeout ?? '',
  workerSudoEnabled: facts.workerSudoEnabled,
  enginePolicy: facts.enginePolicy ?? '',
  ssoGroups: [...facts.ssoGroups],
})

/** Without the empty lines among the groups. */
export const tidied = ({ ssoGroups, ...values }: FormValues): FormValues => ({
  ...values,
  ssoGroups: ssoGroups.map((group) => group.trim()).filter((group) => group !== ''),
})

const timeout = (text: string): string | null =>
  text.trim() === '' || isDuration(text.trim())
    ? null
    : 'A time is a number and its unit, such as 90m or 1h30m.'

const largestLimit = 2 ** 31 - 1

/** What can be checked before anything is sent; the server decides. */
export const validation = {
  workspaceLimit: (limit: number | '') =>
    limit === '' || (Number.isInteger(limit) && limit >= 0 && limit <= largestLimit)
      ? null
      : 'A limit is a whole number from 0.',
  applyTimeout: timeout,
  planTimeout: timeout,
}

export function limitMeans(limit: number | ''): string {
  if (limit === '') return 'Empty: there is no limit.'
  return limit === 0
    ? '0: there is no limit. It is stored as 0.'
    : 'When it is reached, no workspace can be added. Existing workspaces are kept.'
}
