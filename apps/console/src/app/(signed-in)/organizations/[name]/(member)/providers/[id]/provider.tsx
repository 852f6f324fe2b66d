'use client'

import { Alert, Box, Button, Stack, Text } from '@mantine/core'
import { IconCloudOff, IconPlus } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { DeprecationBadge } from '~/app/(signed-in)/deprecation/badge'
import { DeprecationNotice } from '~/app/(signed-in)/deprecation/notice'
import {
  engineVersionColumn,
  resourcesColumn,
} from '~/app/(signed-in)/organizations/[name]/(member)/workspaces/columns'
import { OrganizationActivity } from '~/app/(signed-in)/organizations/[name]/organization-activity'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import type { ReactNode } from 'react'
import { graphql } from '~/data/generated'
import type {
  OwnProviderVersionsQuery,
  ProviderDetailQuery,
  ProviderWorkspacesQuery,
  PublicProviderStatusQuery,
} from '~/data/generated/graphql'
import { useFound } from '~/data/use-found'
import { organizationColumn, pathWithin } from '~/app/(signed-in)/organizations/organization-column'
import { paths } from '~/paths'
import { useActionsOfPage } from '~/shell/quick-actions'
import { useVisit } from '~/shell/recent-things'
import { useMay } from '~/shell/viewer'
import { type Column, numberColumn } from '~/ui/lists/data-table'
import { LinkButton, nameColumn, NameLink } from '~/ui/links'
import { momentColumn } from '~/ui/moment'
import { useRouter } from '~/ui/navigation'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { PagedList } from '~/ui/lists/paged-list'
import { menuColumn } from '~/ui/lists/row-menu'
import { ListSection } from '~/ui/section'
import { count } from '~/ui/text'
import { Exact, Note, Nothing } from '~/ui/texts'
import { useList } from '~/ui/lists/use-list'
import { WithRail } from '~/ui/with-rail'
import { useProviderActions } from '../actions'
import { isControlled } from '~/app/(signed-in)/organizations/[name]/(member)/public-providers/words'
import { RegistryWord } from '../registry'
import { type FoundProvider, ProviderDetail } from './queries'
import { ProviderFacts } from './provider-facts'
import { UseProvider } from './use-provider'
import { VersionDownloads } from './version-downloads'
import { useVersionActions } from './version-actions'
import { VersionBadge } from './version-state'

const PublicProviderHere = dynamic(
  async () =>
    (await import('~/app/(signed-in)/organizations/[name]/(member)/public-providers/public-provider-here'))
      .PublicProviderHere,
)

type Props = {
  id: string
  initial: ProviderDetailQuery
  /** Status of a provider of the public registry. */
  publicStatus: PublicProviderStatusQuery | undefined
  /** The beginning of its documentation. */
  children?: ReactNode
}

/** Provider and its versions: its own, or those of the public registry that can be installed here. */
export function Provider({ id, initial, publicStatus, children }: Props) {
  const { data, found: provider } = useFound(ProviderDetail, { id }, initial, (data) => data.registryProvider)
  const router = useRouter()
  const { name } = useOrganization()
  const actionsOf = useProviderActions(() => router.push(paths.providers(name)))
  const label = `${provider.namespace}/${provider.name}`
  const actions = actionsOf(provider)
  useActionsOfPage(actions, (action) => `${action}: ${label}`)
  useVisit({ kind: 'PROVIDER', label, path: paths.provider(name, provider.id), hint: name })
  const Versions = provider.registryName === 'PUBLIC' ? PublicVersions : OwnVersions
  return (
    <>
      <PageHeader
        title={label}
        tab={`${provider.name} · Providers · ${name}`}
        afterTitle={
          <>
            <RegistryWord registryName={provider.registryName} />
            <DeprecationBadge deprecation={provider.deprecation} />
          </>
        }
        actions={<PageActions actions={actions} />}
      />
      <Stack gap="md">
        {provider.deprecation && <DeprecationNotice what="provider" deprecation={provider.deprecation} />}
        {publicStatus && isControlled(publicStatus) ? (
          <PublicProviderHere initial={publicStatus} unknown={<PublicVersions provider={provider} />} />
        ) : (
          <WithRail
            rail={
              <>
                <UseProvider provider={provider} cli={data.cli} />
                {provider.registryName === 'PRIVATE' && <ProviderFacts provider={provider} />}
              </>
            }
          >
            <Versions provider={provider} />
            {provider.registryName === 'PRIVATE' && (
              <WorkspacesUsing providerId={provider.id} usage={provider.usedByWorkspaces} />
            )}
            {children}
          </WithRail>
        )}
      </Stack>
      <OrganizationActivity target={`${provider.namespace}/${provider.name}`} />
    </>
  )
}

const PublicProviderVersions = graphql(`
  query PublicProviderVersions($id: ID!, $page: PageInput!) {
    registryProvider(id: $id) {
      publicVersions(page: $page) {
        nodes {
          version
          protocols
          platforms
        }
        failure
      }
    }
  }
`)

type Row = { id: string; version: string; protocols: string[]; platforms: string[] }

const columns: readonly Column<Row>[] = [
  {
    key: 'version',
    header: 'Version',
    width: 2,
    place: 'title',
    cell: ({ version }) => <Exact>{version}</Exact>,
  },
  {
    key: 'protocols',
    header: 'Protocols',
    width: 2,
    cell: ({ protocols }) => protocols.join(', ') || <Nothing />,
  },
  {
    key: 'platforms',
    header: 'Platforms',
    width: 6,
    cell: ({ platforms }) => platforms.join(', ') || <Nothing />,
  },
]

/** Versions from the public registry. Its failure is a state of this list, not of the page. */
function PublicVersions({ provider }: { provider: FoundProvider }) {
  const list = useList(PublicProviderVersions, {
    noun: 'version',
    variables: { id: provider.id },
    pick: (data) => {
      const versions = data.registryProvider?.publicVersions
      return versions && { ...versions, nodes: versions.nodes.map((node) => ({ ...node, id: node.version })) }
    },
  })
  const isAdministrator = useMay('SITE_ORGANIZATIONS_WRITE')
  const versions = list.data?.registryProvider?.publicVersions
  const failure = versions?.failure
  if (versions === null && !isAdministrator) return null
  if (versions === null) return <NoPublicRegistry />
  return (
    <ListSection title="Versions in the public registry">
      {failure ? (
        <Unreachable
          failure={failure}
          retry={() => void list.list.refetch()}
          loading={list.list.isFetching}
        />
      ) : (
        <PagedList columns={columns} {...list} nothing="The public registry lists none." />
      )}
    </ListSection>
  )
}

/** Notice for a failure that only the people who run the site can fix. */
const NoPublicRegistry = () => (
  <Note>
    No public registry is set up, so its versions are not listed here. Set <code>PUBLIC_REGISTRY_URL</code> to
    list them; members use the provider as before.
  </Note>
)

function Unreachable({ failure, retry, loading }: { failure: string; retry: () => void; loading: boolean }) {
  return (
    <Box px="md" pb="md">
      <Alert color="yellow" icon={<IconCloudOff size={18} />} title="The versions cannot be loaded now">
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{failure}.</Text>
          <Button size="xs" variant="default" onClick={retry} loading={loading}>
            Retry
          </Button>
        </Stack>
      </Alert>
    </Box>
  )
}

const OwnProviderVersions = graphql(`
  query OwnProviderVersions($id: ID!, $page: PageInput!) {
    registryProvider(id: $id) {
      versions(page: $page) {
        nodes {
          id
          version
          protocols
          createdAt
          downloads
          ...ProviderVersionStateFacts
        }
      }
    }
  }
`)

type Version = NonNullable<OwnProviderVersionsQuery['registryProvider']>['versions']['nodes'][number]

const ownVersionsColumns = (organization: string, providerId: string): readonly Column<Version>[] => [
  {
    key: 'version',
    header: 'Version',
    width: 3,
    place: 'title',
    cell: ({ version }) => (
      <NameLink href={paths.providerVersion(organization, providerId, version)}>
        <Exact>{version}</Exact>
      </NameLink>
    ),
  },
  {
    key: 'state',
    header: 'State',
    width: 3,
    place: 'below',
    cell: (version) => <VersionBadge version={version} quiet />,
  },
  numberColumn('platforms', 'Platforms', 2.5, ({ platforms }) => platforms.length),
  numberColumn('downloads', 'Downloads', 2.5, ({ downloads }) => downloads),
  {
    key: 'protocols',
    header: 'Protocols',
    width: 2,
    cell: ({ protocols }) => protocols.join(', ') || <Nothing />,
  },
  momentColumn('created', 'Created', 3, ({ createdAt }) => createdAt),
]

function OwnVersions({ provider }: { provider: FoundProvider }) {
  const { name } = useOrganization()
  const list = useList(OwnProviderVersions, {
    noun: 'version',
    variables: { id: provider.id },
    pick: (data) => data.registryProvider?.versions,
  })
  const actionsOf = useVersionActions(provider.name)
  const newButton = provider.canDelete && (
    <LinkButton
      size="xs"
      href={paths.providerVersionNew(name, provider.id)}
      leftSection={<IconPlus size={15} />}
    >
      New version
    </LinkButton>
  )
  return (
    <>
      <ListSection title="Versions" action={newButton}>
        <PagedList
          columns={[
            ...ownVersionsColumns(name, provider.id),
            provider.canDelete && menuColumn(({ version }) => version, actionsOf, 1.5),
          ]}
          {...list}
          expected={3}
          nothing="No versions yet. A version needs a signing key, checksums with their signature, and a zip for each platform."
        />
      </ListSection>
      <VersionDownloads provider={provider} />
    </>
  )
}

const ProviderWorkspaces = graphql(`
  query ProviderWorkspaces($providerId: ID!, $page: PageInput!) {
    workspacesUsingProvider(providerId: $providerId, page: $page) {
      nodes {
        id
        name
        ...WorkspaceEngineVersion
        resourceCount
        organization {
          ...OwningOrganization
        }
      }
    }
  }
`)

type WorkspacesUsingRow = NonNullable<ProviderWorkspacesQuery['workspacesUsingProvider']>['nodes'][number]

const workspacesUsingColumns: readonly Column<WorkspacesUsingRow>[] = [
  nameColumn('Workspace', 4, (row) => pathWithin(row, (name) => paths.workspace(name, row.id))),
  organizationColumn,
  engineVersionColumn,
  resourcesColumn,
]

const pageSize = 10

/** Workspaces whose current states use a provider. */
function WorkspacesUsing({ providerId, usage }: { providerId: string; usage: number }) {
  const list = useList(ProviderWorkspaces, {
    noun: 'workspace',
    prefix: 'using-',
    size: pageSize,
    enabled: usage > 0,
    variables: { providerId },
    pick: (data) => data.workspacesUsingProvider,
  })
  return (
    <ListSection
      title="Used by"
      about={
        <Note my="xs">
          {usage === 0
            ? 'No workspace that you see has resources of it in its current state.'
            : `${count(usage, 'workspace')} ${usage === 1 ? 'has' : 'have'} resources of it in the current state.`}
        </Note>
      }
    >
      {usage > 0 && (
        <PagedList
          columns={workspacesUsingColumns}
          {...list}
          label="Workspaces that use it"
          expected={Math.min(usage, pageSize)}
          nothing="No workspace uses it now."
        />
      )}
    </ListSection>
  )
}
