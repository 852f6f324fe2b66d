'use client'

import { Alert, Anchor, Code, Text } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Activity } from '~/app/(signed-in)/audit/activity'
import { EndOfLifeNotice } from '~/app/(signed-in)/end-of-life/notice'
import { graphql } from '~/data/generated'
import type {
  EngineRunnersQuery,
  EngineVersionArchivesFragment,
  EngineVersionDetailQuery,
  EngineVersionWorkspacesQuery,
} from '~/data/generated/graphql'
import { query } from '~/data/query'
import { organizationColumn, pathWithin } from '~/app/(signed-in)/organizations/organization-column'
import { paths } from '~/paths'
import { useActionsOfPage } from '~/shell/quick-actions'
import { useVisit } from '~/shell/recent-things'
import { useMay } from '~/shell/viewer'
import { Address } from '~/ui/address'
import { DetailLayout } from '~/ui/detail-layout'
import { Copy } from '~/ui/copy'
import { Crumbs } from '~/ui/crumbs'
import { type Column, numberColumn } from '~/ui/lists/data-table'
import { type Fact, recordFacts } from '~/ui/fact-list'
import { userText } from '~/ui/user-text'
import { lazyDialog } from '~/ui/dialogs/lazy-dialog'
import { nameColumn, TextLink } from '~/ui/links'
import { dayText, momentColumn } from '~/ui/moment'
import { useRouter } from '~/ui/navigation'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { PagedList } from '~/ui/lists/paged-list'
import { ListSection, Section } from '~/ui/section'
import { count } from '~/ui/text'
import { Note, Nothing } from '~/ui/texts'
import { useUrlDialog } from '~/ui/dialogs/url-dialog'
import { useList } from '~/ui/lists/use-list'
import { useEngineVersionActions } from '../actions'
import { Badges } from '../state'
import { deletionObstacle, useText } from '../words'
import classes from './archives.module.css'
import { EngineVersionDetail } from './queries'
import { Runs } from './runs'
import { isVerifying, Verification } from './verification'

const DeprecateDialog = lazyDialog(async () => (await import('../deprecate-dialog')).DeprecateDialog)

type Found = NonNullable<EngineVersionDetailQuery['engineVersion']>

function factsOf(version: Found): Fact[] {
  const obstacle = deletionObstacle(version.deletionBlockedBy)
  return [
    ['Availability', version.enabled ? 'Enabled' : 'Disabled'],
    ['Origin', version.official ? 'Official release' : 'Not an official release'],
    ['Maturity', version.beta ? 'Beta pre-release' : 'Release'],
    ['Used by', version.usage === 0 ? 'No workspaces' : count(version.usage, 'workspace')],
    ['Run by', `${count(version.seenRecently.tokens, 'token')} in 30 days`],
    ...recordFacts(version),
    ['Deletion', obstacle === undefined ? 'Possible' : `Not possible: ${lowerFirst(obstacle)}`],
  ]
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

export function EngineVersion({ id, initial }: { id: string; initial: EngineVersionDetailQuery }) {
  const { data } = useQuery({
    ...query(EngineVersionDetail, { id }),
    initialData: initial,
    refetchInterval: ({ state }) => (isVerifying(state.data?.engineVersion) ? 1000 : false),
  })
  // Deleted a moment ago: the page is about to be left.
  const version = data.engineVersion ?? initial.engineVersion
  return version ? <Detail version={version} /> : null
}

function Detail({ version }: { version: Found }) {
  const router = useRouter()
  const mayWrite = useMay('ENGINE_VERSIONS_WRITE')
  const mayReadLog = useMay('AUDIT_EVENTS_READ')
  const dialog = useUrlDialog('deprecate')
  const actionsOf = useEngineVersionActions({
    onDeprecate: () => dialog.open(),
    onDeleted: () => router.push(paths.engineVersions()),
  })
  const actions = mayWrite ? actionsOf(version) : []
  useActionsOfPage(actions, (label) => `${label} ${version.version}`)
  useVisit({ kind: 'ENGINE_VERSION', label: version.version, path: paths.engineVersion(version.id) })

  return (
    <>
      <Crumbs trail={[{ label: 'Engine versions', path: paths.engineVersions() }]} />
      <PageHeader
        title={version.version}
        tab={`${version.version} · Engine versions`}
        afterTitle={<Badges version={version} />}
        actions={<PageActions actions={actions} />}
      />
      {version.deprecated && (
        <Alert color="orange" icon={<IconArchive size={18} />} title="This version is deprecated" mb="md">
          <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {userText(version.deprecatedReason ?? 'No reason was given.')}
          </Text>
        </Alert>
      )}
      {version.endOfLife && <EndOfLifeNotice endOfLife={version.endOfLife} />}
      <DetailLayout facts={factsOf(version)} labelWidth="5.5rem">
        <UsedBy id={version.id} version={version.version} usage={version.usage} />
        <Runs id={version.id} deprecated={version.deprecated} />
        <RunBy version={version.version} seen={version.seenRecently} />
        <StateUse version={version.version} use={version.stateUse} />
        <Archives version={version} />
        <Verification version={version} />
      </DetailLayout>
      {mayReadLog && <Activity narrowed={{ target: version.id }} />}
      <DeprecateDialog
        opened={dialog.opened && mayWrite && !version.deprecated}
        target={version}
        onClose={dialog.close}
      />
    </>
  )
}

/**
 * Number of workspaces whose current state a version wrote: its real use, whichever version a workspace is
 * set to.
 */
function StateUse({ version, use }: { version: string; use: Found['stateUse'] }) {
  return (
    <ListSection
      title="Current states"
      about={<Note my="xs">{useText(use)}</Note>}
      action={
        use.workspaces > 0 && (
          <Text size="sm">
            <TextLink href={paths.siteWorkspaces({ writtenBy: version })}>
              Written for {count(use.workspaces, 'workspace')}
            </TextLink>
          </Text>
        )
      }
    />
  )
}

export const EngineVersionArchives = graphql(`
  fragment EngineVersionArchives on EngineVersion {
    archs {
      os
      arch
      url
      sha
    }
  }
`)

/** One archive a platform: where it is and what it must be. */
function Archives({ version }: { version: EngineVersionArchivesFragment }) {
  return (
    <Section title="Archives">
      {version.archs.length === 0 && <Note>None: this version cannot be installed.</Note>}
      <ul className={classes['list']}>
        {version.archs.map(({ os, arch, url, sha }) => (
          <li key={`${os}/${arch}`}>
            <h3 className={classes['platform']}>
              {os} {arch}
            </h3>
            <Line label="Address" text={url} what={`address for ${os} ${arch}`}>
              <Anchor href={url} rel="noreferrer" inherit>
                <Address text={url} />
              </Anchor>
            </Line>
            <Line label="SHA-256" text={sha} what={`checksum for ${os} ${arch}`}>
              <Code className={classes['sha'] ?? ''}>{sha}</Code>
            </Line>
          </li>
        ))}
      </ul>
    </Section>
  )
}

type LineProps = { label: string; text: string; what: string; children: ReactNode }

function Line({ label, text, what, children }: LineProps) {
  return (
    <div className={classes['line']}>
      <span className={classes['label']}>{label}</span>
      <span className={classes['value']}>{children}</span>
      <Copy text={text} what={what} />
    </div>
  )
}

const EngineRunners = graphql(`
  query EngineRunners($version: String!, $orderBy: EngineRunnerOrder, $page: PageInput!) {
    engineRunners(filter: { version: $version, engine: ENGINE }, orderBy: $orderBy, page: $page) {
      nodes {
        id
        ownerName
        tokenDescription
        organizationName
        requests
        refused
        lastDay
      }
    }
  }
`)

type Row = EngineRunnersQuery['engineRunners']['nodes'][number]

const tokenOf = ({ ownerName, tokenDescription }: Row): string =>
  [ownerName ?? 'A deleted token', tokenDescription].filter(Boolean).join(' · ')

const columns: readonly Column<Row>[] = [
  { key: 'token', header: 'Token of', width: 4, place: 'title', cell: tokenOf },
  {
    key: 'organization',
    header: 'Organization',
    width: 3,
    cell: ({ organizationName: name }) =>
      name === null ? <Nothing /> : <TextLink href={paths.organization(name)}>{name}</TextLink>,
  },
  numberColumn('requests', 'Requests', 2, ({ requests }) => requests),
  numberColumn('refused', 'Refused', 2, ({ refused }) => refused),
  { key: 'last', header: 'Last seen', width: 2.5, cell: ({ lastDay }) => dayText(lastDay) },
]

const pageSize = 10

/** Number of tokens that ran a version in the last 30 days. */
function RunBy({ version, seen }: { version: string; seen: Found['seenRecently'] }) {
  const list = useList(EngineRunners, {
    noun: 'token',
    orders: { fields: { requests: 'REQUESTS', last: 'LAST_DAY' }, own: '-requests' },
    prefix: 'run-',
    size: pageSize,
    enabled: seen.tokens > 0,
    variables: { version },
    pick: (data) => data.engineRunners,
  })
  const { tokens, forkTokens } = seen
  const fork = forkTokens > 0 ? ` ${count(forkTokens, 'token')} ran a fork of that version.` : ''
  const main = tokens === 0 ? 'No token ran this version.' : `${count(tokens, 'token')} ran this version.`
  return (
    <ListSection title="Run in the last 30 days" about={<Note my="xs">{`${main}${fork}`}</Note>}>
      {tokens > 0 && (
        <PagedList
          columns={columns}
          {...list}
          label="Tokens that ran this version"
          expected={Math.min(tokens, pageSize)}
          nothing={null}
        />
      )}
    </ListSection>
  )
}

const EngineVersionWorkspaces = graphql(`
  query EngineVersionWorkspaces($id: ID!, $orderBy: WorkspaceOrder, $page: PageInput!) {
    engineVersion(id: $id) {
      workspaces(orderBy: $orderBy, page: $page) {
        nodes {
          id
          name
          createdAt
          organization {
            ...OwningOrganization
          }
        }
      }
    }
  }
`)

type Workspaces = NonNullable<EngineVersionWorkspacesQuery['engineVersion']>['workspaces']

const usedByColumns: readonly Column<Workspaces['nodes'][number]>[] = [
  nameColumn('Workspace', 4, (row) => pathWithin(row, (name) => paths.workspace(name, row.id))),
  organizationColumn,
  momentColumn('created', 'Created', 3, ({ createdAt }) => createdAt),
]

function UsedBy({ id, version, usage }: { id: string; version: string; usage: number }) {
  const list = useList(EngineVersionWorkspaces, {
    noun: 'workspace',
    orders: { fields: { name: 'NAME', organization: 'ORGANIZATION', created: 'CREATED_AT' }, own: 'name' },
    size: pageSize,
    enabled: usage > 0,
    variables: { id },
    pick: (data) => data.engineVersion?.workspaces,
  })

  return (
    <ListSection
      title="Used by"
      about={usage === 0 && <Note my="xs">No workspace uses this version.</Note>}
      action={
        usage > 0 && (
          <Text size="sm">
            <TextLink href={paths.siteWorkspaces({ version })}>Used by {count(usage, 'workspace')}</TextLink>
          </Text>
        )
      }
    >
      {usage > 0 && (
        <PagedList
          columns={usedByColumns}
          {...list}
          label="Workspaces on this version"
          expected={Math.min(usage, pageSize)}
          nothing={null}
        />
      )}
    </ListSection>
  )
}
