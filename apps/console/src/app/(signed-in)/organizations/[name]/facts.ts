import { recordFacts, type Fact } from '~/ui/fact-list'
import { policyNames } from '~/app/(signed-in)/engine-versions/seen/policy-words'
import type { FoundOrganization } from './queries'
import { quotaFacts } from './quotas'

export function factsOf(organization: FoundOrganization): Fact[] {
  const { email, workspaceLimit, quotas, accessBetaTools, workerSudoEnabled } = organization
  return [
    ['Notifications', email],
    ['Workspaces', workspaceLimit ? `At most ${workspaceLimit.toLocaleString('en')}` : 'No limit'],
    ...quotaFacts(quotas),
    ['Beta tools', accessBetaTools ? 'Allowed' : 'Not allowed'],
    ['Apply', timeout(organization.effectiveApplyTimeout, organization.applyTimeout)],
    ['Plan', timeout(organization.effectivePlanTimeout, organization.planTimeout)],
    ['Workers', workerSudoEnabled ? 'With sudo' : 'Without sudo'],
    ['Engine policy', policyOf(organization)],
    ...recordFacts(organization),
  ]
}

const policyOf = ({ effectiveEnginePolicy, enginePolicy }: FoundOrganization): string =>
  `${policyNames[effectiveEnginePolicy]} (${enginePolicy === null ? 'default' : 'custom'})`

const timeout = (effective: string, own: string | null): string =>
  `${effective} (${own === null ? 'default' : 'custom'})`
