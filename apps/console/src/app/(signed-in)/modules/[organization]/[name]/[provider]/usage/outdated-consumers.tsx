'use client'

import { Breaks, notCounted, UpgradeState, Users } from '~/app/(signed-in)/modules/upgrade-state'
import { graphql } from '~/data/generated'
import type { StillUsedListQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { type Column, numberColumn } from '~/ui/lists/data-table'
import { NameLink } from '~/ui/links'
import { momentColumn } from '~/ui/moment'
import { PagedList } from '~/ui/lists/paged-list'
import { ListSection } from '~/ui/section'
import { States } from '~/ui/feedback/state-dot'
import { Dimmed, Exact, Note, Small } from '~/ui/texts'
import { useList } from '~/ui/lists/use-list'
import type { FoundModule, ModuleIn } from '../queries'

const StillUsedList = graphql(`
  query StillUsedList($organization: String!, $name: String!, $provider: String!, $page: PageInput!) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        consumers(page: $page) {
          nodes {
            id
            organization
            version
            status
            endOfLife {
              ...EndOfLifeFacts
            }
            lastDownloadedAt
            downloads
            breakingCount
            usedBy {
              name
              team
            }
          }
        }
      }
    }
  }
`)

type Consumer = NonNullable<ModuleIn<StillUsedListQuery>['consumers']>['nodes'][number]

/** Tells whether there is a version to move users to. */
const hasTarget = ({ versions }: FoundModule): boolean =>
  versions.nodes.some(({ publishedAt, deprecation }) => publishedAt && deprecation?.status !== 'REVOKED')

const columnsOf = (module: FoundModule): readonly Column<Consumer>[] => [
  {
    key: 'organization',
    header: 'Organization',
    width: 3.4,
    place: 'title',
    cell: ({ organization, usedBy }) => (
      <>
        {organization ?? 'Without an organization'}
        {usedBy && usedBy.length > 0 && (
          <Small>
            <Users users={usedBy} />
          </Small>
        )}
      </>
    ),
  },
  {
    key: 'version',
    header: 'Version',
    width: 2.4,
    cell: ({ version }) => (
      <NameLink href={paths.moduleVersion(module, version)}>
        <Exact>{version}</Exact>
      </NameLink>
    ),
  },
  {
    key: 'state',
    header: 'State',
    width: 3,
    place: 'below',
    cell: (consumer) => (
      <States>
        <UpgradeState {...consumer} />
        <Breaks changes={consumer.breakingCount} />
        {consumer.breakingCount === null && hasTarget(module) && <Dimmed>{notCounted}</Dimmed>}
      </States>
    ),
  },
  momentColumn('last', 'Last download', 2.4, ({ lastDownloadedAt }) => lastDownloadedAt),
  numberColumn('downloads', 'Downloads', 2, ({ downloads }) => downloads),
]

/** Organizations that recently downloaded outdated versions, worst first. */
export function OutdatedConsumers({ module }: { module: FoundModule }) {
  const { namespace: organization, name, provider } = module
  const list = useList(StillUsedList, {
    noun: 'consumer',
    prefix: 'used-',
    variables: { organization, name, provider },
    pick: (data) => data.registryModuleNamespace?.registryModule?.consumers,
  })
  return (
    <ListSection
      title="Still used"
      about={
        <Note my="xs">
          Downloads of the last 30 days, the worst first, with what breaks on the way to the newest version.
        </Note>
      }
    >
      <PagedList
        {...list}
        label="Who downloaded which version"
        columns={columnsOf(module)}
        expected={3}
        nothing="No version was downloaded in this time."
      />
    </ListSection>
  )
}
