import { Copy } from '../../../../ui/copy'
import { FactList, type Fact } from '../../../../ui/fact-list'
import { Moment } from '../../../../ui/moment'
import { Section } from '../../../../ui/section'
import type { FoundOrganization } from './queries'

export function Facts({ organization }: { organization: FoundOrganization }) {
  const { id, email, workspaceLimit, accessBetaTools, workerSudoEnabled } = organization
  const facts: Fact[] = [
    ['Notifications', email],
    ['Workspaces', workspaceLimit ? `At most ${workspaceLimit.toLocaleString('en')}` : 'No limit'],
    ['Beta tools', accessBetaTools ? 'May be used' : 'May not be used'],
    ['Apply', timeout(organization.effectiveApplyTimeout, organization.applyTimeout)],
    ['Plan', timeout(organization.effectivePlanTimeout, organization.planTimeout)],
    ['Workers', workerSudoEnabled ? 'With sudo' : 'Without sudo'],
    ['Created', <Moment key="created" at={organization.createdAt} />],
    ['Changed', <Moment key="changed" at={organization.updatedAt} />],
    [
      'Id',
      <span key="id">
        {id} <Copy text={id} what="id" />
      </span>,
    ],
  ]
  return (
    <Section title="Facts">
      <FactList facts={facts} labelWidth="6.5rem" />
    </Section>
  )
}

const timeout = (effective: string, own: string | null): string =>
  `Stops after ${effective}${own === null ? ', as everywhere' : ', a rule of its own'}`
