import { isDuration, isTooLongDuration } from '@engine/shared'
import { graphql } from '~/data/generated'
import type {
  EnginePolicy,
  OrganizationLimitsFactsFragment,
  OrganizationLimitsQuery as Found,
  PublicProvidersRule,
} from '~/data/generated/graphql'

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
    publicProviders
    providerCooldown
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
    publicProviderSettings {
      rule
      cooldown
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
  publicProviders: PublicProvidersRule | ''
  providerCooldown: string
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
  publicProviders: 'public providers',
  providerCooldown: 'cooldown',
  ssoGroups: 'groups of single sign-on',
}

export const valuesOf = (facts: OrganizationLimitsFactsFragment): FormValues => ({
  accessBetaTools: facts.accessBetaTools,
  workspaceLimit: facts.workspaceLimit ?? '',
  applyTimeout: facts.applyTimeout ?? '',
  planTimeout: facts.planTimeout ?? '',
  workerSudoEnabled: facts.workerSudoEnabled,
  enginePolicy: facts.enginePolicy ?? '',
  publicProviders: facts.publicProviders ?? '',
  providerCooldown: facts.providerCooldown ?? '',
  ssoGroups: [...facts.ssoGroups],
})

/** Without the empty lines among the groups. */
export const tidied = ({ ssoGroups, ...values }: FormValues): FormValues => ({
  ...values,
  ssoGroups: ssoGroups.map((group) => group.trim()).filter((group) => group !== ''),
})

function timeout(text: string): string | null {
  const duration = text.trim()
  if (duration === '' || isDuration(duration)) return null
  return isTooLongDuration(duration)
    ? 'The longest time is 100 years (36500d).'
    : 'A time is a number and its unit, such as 90m or 1h30m.'
}

/** Unlike a timeout it may be none at all. */
const cooldown = (text: string): string | null => (text.trim() === '0s' ? null : timeout(text))

const largestLimit = 2 ** 31 - 1

/** What can be checked before anything is sent; the server decides. */
export const validation = {
  workspaceLimit: (limit: number | '') =>
    limit === '' || (Number.isInteger(limit) && limit >= 0 && limit <= largestLimit)
      ? null
      : 'A limit is a whole number from 0.',
  applyTimeout: timeout,
  planTimeout: timeout,
  providerCooldown: cooldown,
}

export function limitMeans(limit: number | ''): string {
  if (limit === '') return 'Empty: there is no limit.'
  return limit === 0
    ? '0: there is no limit. It is stored as 0.'
    : 'When it is reached, no workspace can be added. Existing workspaces are kept.'
}

/** What the site decides where the organization does not. */
export type SiteProviders = Found['publicProviderSettings']

export const ruleLabels: Readonly<Record<PublicProvidersRule, string>> = {
  OPEN: 'Open: all of them',
  LISTED: 'Listed: those that it lists, and those approved for it',
}

/** Whom a rule or a cooldown binds. */
export const whomItBinds =
  'What is set here binds the members of the organization, and the tokens of the organization and its teams. A member of several organizations is bound by those that have settings of their own: the widest of them decides. An organization without any widens nothing for its members, also one that they make themselves.'

/** What a rule does to members; an empty one is that of the site. */
export function ruleMeans(rule: PublicProvidersRule | '', site: SiteProviders): string {
  const means = {
    OPEN: 'Members install every public provider, without the versions that the site blocks.',
    LISTED:
      'Members install no other public provider: the CLI prints whom to ask. What is used today and is not listed fails at the next init.',
  }
  return rule === '' ? `The site: ${site.rule.toLowerCase()}. ${means[site.rule]}` : means[rule]
}

/** What a cooldown does to new versions; an empty one is that of the site. */
export function cooldownMeans(text: string, { cooldown: ofSite }: SiteProviders): string {
  const own = text.trim()
  const wait = own === '' ? ofSite : own
  const means =
    wait === '0s'
      ? 'New versions install as soon as they are out.'
      : `New versions install once they have been known here for ${wait}.`
  return own === '' ? `Empty: ${ofSite}, the default of the site. ${means}` : means
}
