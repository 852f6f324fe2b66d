import { graphql } from '~/data/generated'
import type { OwningOrganizationFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { TextLink } from '~/ui/links'
import { StateDot, States } from '~/ui/state-dot'

export const OwningOrganization = graphql(`
  fragment OwningOrganization on Organization {
    name
    isDisabled
  }
`)

type Owned = { organization: OwningOrganizationFragment }

/** Whose a row is, in lists of several organizations. */
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
  text: ({ organization }) => organization.name,
}

/** The page of a thing of an organization; none while that is disabled, since all its pages are closed then. */
export const pathWithin = ({ organization }: Owned, pathIn: (name: string) => string): string | undefined =>
  organization.isDisabled ? undefined : pathIn(organization.name)
