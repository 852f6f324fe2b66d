'use client'

import { Group } from '@mantine/core'
import { DeprecationBadge } from '~/app/(signed-in)/deprecation/badge'
import { EndsBadge } from '~/app/(signed-in)/end-of-life/badge'
import { graphql } from '~/data/generated'
import type { SharedProviderListQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import type { Column } from '~/ui/lists/data-table'
import { ProvidersDrawing } from '~/ui/feedback/drawings'
import { Empty } from '~/ui/feedback/empty'
import { LinkButton, NameLink } from '~/ui/links'
import { PageHeader } from '~/ui/page-header'
import { List } from '~/ui/lists/list'
import { useList } from '~/ui/lists/use-list'
import { newestVersionColumn } from '~/ui/lists/data-table'
import { sharedWithWords } from './sharing-words'

const SharedProviderList = graphql(`
  query SharedProviderList($search: String, $page: PageInput!) {
    sharedRegistryProviders(search: $search, page: $page) {
      nodes {
        ...SharedProviderFacts
        versions(page: { size: 1 }) {
          nodes {
            id
            version
          }
        }
      }
    }
  }
`)

type Row = SharedProviderListQuery['sharedRegistryProviders']['nodes'][number]

const newestOf = ({ versions }: Row): string | undefined => versions.nodes[0]?.version

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    header: 'Provider',
    width: 5,
    place: 'title',
    cell: ({ id, namespace, name, deprecation }) => (
      <Group gap={6}>
        <NameLink href={paths.sharedProvider(id)}>
          {namespace}/{name}
        </NameLink>
        <DeprecationBadge deprecation={deprecation} />
      </Group>
    ),
  },
  newestVersionColumn(3, newestOf),
  {
    key: 'sharing',
    header: 'Shared with',
    width: 4,
    cell: ({ sharing }) =>
      sharing && (
        <Group gap={6}>
          {sharedWithWords(sharing)}
          {sharing.endsAt && <EndsBadge at={sharing.endsAt} />}
        </Group>
      ),
  },
]

/** The private providers of other organizations that the viewer may install. */
export default function SharedProvidersPage() {
  const list = useList(SharedProviderList, {
    noun: 'provider',
    name: 'shared-providers',
    variables: ({ search }) => ({ search }),
    pick: (data) => data.sharedRegistryProviders,
  })
  const mayShare = useMay('SITE_ORGANIZATIONS_READ')
  return (
    <>
      <PageHeader title="Shared providers" />
      <List
        {...list}
        label="Shared providers"
        columns={columns}
        hint="Search for part of the name or of the namespace."
      >
        <Empty
          icon={ProvidersDrawing}
          title="No provider is shared with you"
          action={
            mayShare ? (
              <LinkButton href={paths.registrySharing()} variant="default">
                Registry sharing
              </LinkButton>
            ) : (
              <LinkButton href={paths.organizations()} variant="default">
                My organizations
              </LinkButton>
            )
          }
        >
          The private providers of your organizations are on the pages of each. Site administrators share
          those of others.
        </Empty>
      </List>
    </>
  )
}
