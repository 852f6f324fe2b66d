import { Code, Text } from '@mantine/core'
import { graphql } from '~/data/generated'
import type { ModuleMatchesFragment, ModuleRowFragment } from '~/data/generated/graphql'
import { moduleMatchWords } from '~/data/module-match-words'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { given } from '~/ui/given'
import { NameLink } from '~/ui/links'
import { Moment } from '~/ui/moment'
import { shortened } from '~/ui/text'
import { Dimmed } from '~/ui/texts'
import { Badges, badgesOf } from './badges'

export const ModuleRow = graphql(`
  fragment ModuleRow on RegistryModule {
    id
    description
    downloads
    updatedAt
    sharing {
      withAll
      organizations
      organizationCount
    }
    ...ModuleBadgeFacts
    ...ModuleActionFacts
  }
`)

/** With what a search found inside it, where the list is searched. */
type Row = ModuleRowFragment & Partial<ModuleMatchesFragment>
type Sharing = NonNullable<Row['sharing']>

/** Within one organization its name goes without saying. */
export const columnsOf = (organization: string | undefined): readonly Column<Row>[] => [
  {
    key: 'name',
    header: 'Module',
    width: 5,
    place: 'title',
    cell: (row) => <Name module={row} isWithin={organization !== undefined} />,
    text: ({ namespace, name, provider }) => `${namespace}/${name}/${provider}`,
  },
  {
    key: 'state',
    header: 'State',
    width: 2.6,
    place: 'below',
    cell: (row) => <Badges module={row} />,
    text: (row) =>
      badgesOf(row)
        .map((badge) => badge.label)
        .join(', '),
  },
  {
    key: 'version',
    header: 'Newest version',
    width: 2.2,
    cell: ({ newestVersion }) => newestVersion?.version ?? <Dimmed>none</Dimmed>,
    text: ({ newestVersion }) => newestVersion?.version ?? '',
  },
  {
    key: 'downloads',
    header: 'Downloads',
    width: 1.6,
    cell: ({ downloads }) => downloads.toLocaleString('en'),
    text: ({ downloads }) => downloads,
  },
  {
    key: 'updated',
    header: 'Changed',
    width: 2.6,
    cell: ({ updatedAt }) => <Moment at={updatedAt} />,
    text: ({ updatedAt }) => updatedAt,
  },
]

function Name({ module, isWithin }: { module: Row; isWithin: boolean }) {
  const { namespace, name, provider, description, sharing, matches } = module
  return (
    <>
      <NameLink href={paths.module(module)}>
        {isWithin ? '' : `${namespace}/`}
        {name}/{provider}
      </NameLink>
      {sharing && (
        <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
          {sharedWith(sharing)}
        </Text>
      )}
      {description !== null && (
        <Text size="xs" c="dimmed" title={description}>
          {given(shortened(description, 140))}
        </Text>
      )}
      {matches && <Matches matches={matches} />}
    </>
  )
}

/** Why the viewer sees another organization's module; of their own organizations one is named. */
function sharedWith({ withAll, organizations, organizationCount }: Sharing): string {
  const [first] = organizations
  if (withAll || first === undefined) return 'Shared with all organizations'
  return organizationCount === 1
    ? `Shared with ${first}`
    : `Shared with ${first} and ${organizationCount - 1} more`
}

export const ModuleMatches = graphql(`
  fragment ModuleMatches on RegistryModule {
    matches(search: $search) {
      kind
      text
      path
    }
  }
`)

/** What the search found inside the module: `input flow_logs_days`. */
function Matches({ matches }: ModuleMatchesFragment) {
  if (matches.length === 0) return null
  return (
    <Text size="xs" component="div">
      Matches{' '}
      {matches.map(({ kind, text, path }, index) => (
        <span key={`${kind} ${path} ${text}`}>
          {index > 0 && ', '}
          {moduleMatchWords[kind]} {text !== '' && <Code fz="xs">{text}</Code>}
          {path !== '' && text !== path && (
            <>
              {' '}
              of <Code fz="xs">{path}</Code>
            </>
          )}
        </span>
      ))}
    </Text>
  )
}
