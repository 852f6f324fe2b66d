import { FactList, recordFacts, type Fact } from '~/ui/fact-list'
import { Section } from '~/ui/section'
import type { FoundOrganization } from './queries'

export function Facts({ organization }: { organization: FoundOrganization }) {
  const { email, workspaceLimit, accessBetaTools, workerSudoEnabled } = organization
  const facts: Fact[] = [
    ['Notifications', email],
    ['Workspaces', workspaceLimit ? `At most ${workspaceLimit.toLocaleString('en')}` : 'No limit'],
    ['Beta tools', accessBetaTools ? 'May be used' : 'May not be used'],
    ['Apply', timeout(organization.effectiveApplyTimeout, organization.applyTimeout)],
    ['Plan', timeout(organization.effectivePlanTimeout, organization.planTimeout)],
    ['Workers', workerSudoEnabled ? 'With sudo' : 'Without sudo'],
    ...recordFacts(organization),
  ]
  return (
    <Section title="Facts">
      <FactList facts={facts} labelWidth="6.5rem" />
    </Section>
  )
}

const timeout = (effective: string, own: string | null): string =>
  `Stops after ${effective}${own === null ? ', as everywhere' : ', a rule of its own'}`
