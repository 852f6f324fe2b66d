import { Text } from '@mantine/core'
import { graphql } from '~/data/generated'
import type { OrganizationRowFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { NameLink } from '~/ui/links'
import { WithMonogram } from '~/ui/monogram'
import { Moment } from '~/ui/moment'
import { Dimmed, Small } from '~/ui/texts'
import { Badges } from './badges'

export const OrganizationRow = graphql(`
  fragment OrganizationRow on SiteOrganization {
    id
    name
    email
    createdAt
    workspaceLimit
    disableConsequences {
      workspaces
    }
    owners {
      username
    }
    ...OrganizationBadgeFacts
    ...OrganizationActionFacts
  }
`)

export const columns: readonly Column<OrganizationRowFragment>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 4,
    place: 'title',
    cell: ({ name, email }) => (
      <WithMonogram of="organization" name={name}>
        <NameLink href={paths.organization(name)}>{name}</NameLink>
        <Small>{email}</Small>
      </WithMonogram>
    ),
    text: ({ name }) => name,
  },
  {
    key: 'state',
    header: 'State',
    width: 4,
    place: 'below',
    cell: (row) => <Badges organization={row} />,
    text: ({ isDisabled }) => (isDisabled ? 'Disabled' : 'Active'),
  },
  {
    key: 'workspaces',
    header: 'Workspaces',
    width: 2.2,
    cell: (row) => <Workspaces organization={row} />,
    text: ({ disableConsequences }) => disableConsequences.workspaces,
  },
  {
    key: 'owners',
    header: 'Owners',
    width: 2.4,
    cell: ({ owners }) => <Owners owners={owners} />,
    text: ({ owners }) => owners.map(({ username }) => username).join(', '),
  },
  {
    key: 'created',
    header: 'Created',
    width: 2.6,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
    text: ({ createdAt }) => createdAt,
  },
]

/** How many there are, and against which limit. */
function Workspaces({ organization }: { organization: OrganizationRowFragment }) {
  const { workspaceLimit: limit, disableConsequences } = organization
  const used = disableConsequences.workspaces
  if (!limit) return used.toLocaleString('en')
  return (
    <Text span inherit {...(used >= limit && { c: 'var(--mantine-color-error)' })}>
      {used.toLocaleString('en')} of {limit.toLocaleString('en')}
    </Text>
  )
}

const shown = 2

/** The first few by name; the page of the organization has all. */
function Owners({ owners }: Pick<OrganizationRowFragment, 'owners'>) {
  if (owners.length === 0) return <Dimmed>none</Dimmed>
  const names = owners.slice(0, shown).map(({ username }) => username)
  return `${names.join(', ')}${owners.length > shown ? ` and ${owners.length - shown} more` : ''}`
}
