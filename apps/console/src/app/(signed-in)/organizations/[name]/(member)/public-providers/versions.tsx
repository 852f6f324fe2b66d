'use client'

import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { statusWords } from '~/app/(signed-in)/public-providers/words'
import { graphql } from '~/data/generated'
import type { OrganizationPublicProviderVersionsQuery } from '~/data/generated/graphql'
import type { Column } from '~/ui/lists/data-table'
import { Moment, momentColumn } from '~/ui/moment'
import { PagedList } from '~/ui/lists/paged-list'
import { ListSection } from '~/ui/section'
import { StateDot, States } from '~/ui/feedback/state-dot'
import { Dimmed, Exact, Nothing } from '~/ui/texts'
import { useList } from '~/ui/lists/use-list'
import type { FoundPublicProvider } from './queries'
import { platformsText, stateWord } from './words'

const OrganizationPublicProviderVersions = graphql(`
  query OrganizationPublicProviderVersions(
    $organization: String!
    $origin: String!
    $namespace: String!
    $name: String!
    $page: PageInput!
  ) {
    organization(name: $organization) {
      publicProvider(origin: $origin, namespace: $namespace, name: $name) {
        versions(page: $page) {
          nodes {
            version
            status
            heldUntil
            reason
            publishedAt
            goneFromOrigin
            listedPlatforms
          }
        }
      }
    }
  }
`)

type Version = NonNullable<
  NonNullable<OrganizationPublicProviderVersionsQuery['organization']>['publicProvider']
>['versions']['nodes'][number]

const columns: readonly Column<Version & { id: string }>[] = [
  {
    key: 'version',
    header: 'Version',
    width: 2,
    place: 'title',
    cell: ({ version }) => <Exact fw={600}>{version}</Exact>,
  },
  {
    key: 'state',
    header: 'State',
    width: 4,
    place: 'below',
    cell: (version) => <VersionState version={version} />,
  },
  momentColumn('published', 'Published', 2.5, ({ publishedAt }) => publishedAt),
  {
    key: 'platforms',
    header: 'Platforms',
    width: 5,
    cell: ({ listedPlatforms }) => platformsText(listedPlatforms) || <Nothing />,
  },
]

function VersionState({ version }: { version: Version }) {
  const { status, heldUntil, reason, goneFromOrigin } = version
  return (
    <States>
      <StateDot tone={goneFromOrigin ? 'idle' : statusWords[status].tone}>{stateWord(version)}</StateDot>
      {status === 'HELD' && !goneFromOrigin && (
        <Dimmed>
          {heldUntil === null ? 'until an administrator releases it' : 'until '}
          {heldUntil !== null && <Moment at={heldUntil} />}
        </Dimmed>
      )}
      {reason && <Dimmed>{reason}</Dimmed>}
    </States>
  )
}

/** The versions of a provider that is known here, with what stands of each for the organization. */
export function InstallableVersions({ provider }: { provider: FoundPublicProvider }) {
  const { origin, namespace, name } = provider
  const list = useList(OrganizationPublicProviderVersions, {
    noun: 'version',
    variables: { organization: useOrganization().name, origin, namespace, name },
    pick: (data) => {
      const versions = data.organization?.publicProvider?.versions
      return versions && { ...versions, nodes: versions.nodes.map((node) => ({ ...node, id: node.version })) }
    },
  })
  return (
    <ListSection title="Versions">
      <PagedList
        columns={columns}
        {...list}
        expected={Math.min(provider.newest.totalCount, 20)}
        nothing={`${origin} lists none.`}
      />
    </ListSection>
  )
}
