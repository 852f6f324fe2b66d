import { graphql } from '~/data/generated'
import type { OwningOrganizationFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { Column } from '~/ui/lists/data-table'
import { TextLink } from '~/ui/links'
import { StateDot, States } from '~/ui/feedback/state-dot'

export const OwningOrganization = graphql(`
  fragment OwningOrganization on Organization {
    name
    isDisabled
  }
`)

type Owned = { organization: OwningOrganizationFragment }

/** Organization of a row, in lists of several organizations. */
export const organizationColumn: Column<Owned> = {
  key: 'organization',
  header: 'Organization',
  width: 3,
  place: 'below',
  cell: ({ organization: { name, isDisabled } }) => (
    <States>
      <TextLink href={paths.organization(name)}>{name}</TextLink>
      {isDisabled && <StateDot tone="bad">Disabled</StateDot>}
    </States>
  ),
}

/** The page of a thing of an organization; none while that is disabled, since all its pages are closed then. */
export const pathWithin = ({ organization }: Owned, pathIn: (name: string) => string): string | undefined =>
  organization.isDisabled ? undefined : pathIn(organization.name)
