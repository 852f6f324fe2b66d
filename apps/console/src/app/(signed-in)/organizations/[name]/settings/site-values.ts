import { isDuration, isTooLongDuration } from '@engine/shared'
import { graphql } from '~/data/generated'
import type {
  EnginePolicy,
  OrganizationSiteSettingsQuery as Found,
  PublicProvidersRule,
  SiteSettingsFactsFragment,
} from '~/data/generated/graphql'

export const SiteSettingsFacts = graphql(`
  fragment SiteSettingsFacts on SiteOrganization {
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
    quotas {
      kind
      used
      limit
    }
  }
`)

export const SiteSettingsQuery = graphql(`
  query OrganizationSiteSettings($name: String!) {
    siteOrganization(name: $name) {
      ...SiteSettingsFacts
    }
    publicProviderSettings {
      rule
      cooldown
    }
  }
`)

/** Values of the form; an empty text means that the organization has no value and follows the site. */
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

/** Name of each value in a sentence. */
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

export const valuesOf = (facts: SiteSettingsFactsFragment): FormValues => ({
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

/** Returns the values without the empty lines among the groups. */
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

/** Checks before anything is sent; the server decides. */
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

/** Site settings for organizations that set nothing. */
export type SiteProviders = Found['publicProviderSettings']

export const ruleLabels: Readonly<Record<PublicProvidersRule, string>> = {
  OPEN: 'Open: all of them',
  LISTED: 'Listed: those that it lists, and those approved for it',
}

/** Sentence that says whom a rule or a cooldown affects. */
export const whomItBinds =
  'These settings apply to members of the organization, and to tokens of it and its teams. For members of several organizations the widest setting decides; an organization without settings widens nothing.'

/** Returns the effect of a rule on members; an empty one is that of the site. */
export function ruleMeans(rule: PublicProvidersRule | '', site: SiteProviders): string {
  const means = {
    OPEN: 'Members install every public provider, without the versions that the site blocks.',
    LISTED:
      'Members install no other public provider: the CLI prints whom to ask. Providers in use that are not listed fail at the next init.',
  }
  return rule === '' ? `The site: ${site.rule.toLowerCase()}. ${means[site.rule]}` : means[rule]
}

/** Returns the effect of a cooldown on new versions; an empty one is that of the site. */
export function cooldownMeans(text: string, { cooldown: ofSite }: SiteProviders): string {
  const own = text.trim()
  const wait = own === '' ? ofSite : own
  const means =
    wait === '0s'
      ? 'New versions install as soon as they are out.'
      : `New versions install ${wait} after they are first seen here.`
  return own === '' ? `Empty: ${ofSite}, the default of the site. ${means}` : means
}
