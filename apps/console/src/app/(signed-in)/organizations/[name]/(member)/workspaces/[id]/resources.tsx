'use client'

import { Box, Group, Paper, Skeleton } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { CurrentResourcesQuery } from '~/data/generated/graphql'
import { Empty } from '~/ui/feedback/empty'
import { Failure } from '~/ui/feedback/failure'
import { NoMatch } from '~/ui/lists/no-match'
import { PastTheEnd } from '~/ui/lists/paged-list'
import { Pager } from '~/ui/lists/pager'
import { SearchInput } from '~/ui/lists/search-input'
import { Note } from '~/ui/texts'
import { useList } from '~/ui/lists/use-list'
import type { FoundState } from './queries'
import classes from './resources.module.css'
import { byModule, dataSourcesText, nameWithin } from './texts'

const CurrentResources = graphql(`
  query CurrentResources($workspaceId: ID!, $search: String!, $page: PageInput!) {
    currentStateResources(workspaceId: $workspaceId, search: $search, page: $page) {
      nodes {
        id
        address
        module
        provider
      }
    }
  }
`)

export type ResourceRow = NonNullable<CurrentResourcesQuery['currentStateResources']>['nodes'][number]

/** Notice instead of a list that would look empty. */
function Unread({ state: { form } }: { state: FoundState }) {
  const isEncrypted = form === 'ENCRYPTED'
  return (
    <Paper>
      <Empty icon={IconStack2} title={isEncrypted ? 'Encrypted by the client' : 'Not readable here'}>
        {isEncrypted
          ? 'The client encrypted the state, so its resources cannot be shown here.'
          : 'The state has an unsupported format, so its resources cannot be shown here.'}
      </Empty>
    </Paper>
  )
}

type Props = { workspaceId: string; state: FoundState }

/** Resources in the current state, grouped by module. */
export function Resources({ workspaceId, state }: Props) {
  if (state.resourceCount === null) return <Unread state={state} />
  const dataSources = dataSourcesText(state.resources ?? [])
  return (
    <Paper component="section" aria-label="Resources">
      {state.resourceCount === 0 ? (
        <Empty icon={IconStack2} title="No resources">
          The current state has no resources. They appear after the next apply.
        </Empty>
      ) : (
        <Tree workspaceId={workspaceId} expected={Math.min(state.resourceCount, pageSize)} />
      )}
      {dataSources !== '' && <Note p="md">The state also holds data sources: {dataSources}.</Note>}
    </Paper>
  )
}

const pageSize = 50

function Tree({ workspaceId, expected }: { workspaceId: string; expected: number }) {
  const { list, found, state, asked, ask, onPage } = useList(CurrentResources, {
    noun: 'resource',
    size: pageSize,
    variables: ({ search }) => ({ workspaceId, search }),
    pick: (data) => data.currentStateResources,
  })
  const find = (search: string) => ask({ ...asked(), search, page: 1 })
  return (
    <>
      <Group px="md" py="sm">
        <SearchInput label="Search resources" value={state.search} onChange={find} />
      </Group>
      {found && found.nodes.length === 0 && found.totalCount > 0 ? (
        <PastTheEnd page={found.pageInfo} onPage={onPage} />
      ) : found ? (
        <Modules rows={found.nodes} isStale={list.isPlaceholderData} />
      ) : list.isError ? (
        <Failure title="The resources could not be loaded" error={list.error} retry={list.refetch} />
      ) : (
        <Box px="md" pb="md" aria-busy>
          <Skeleton height={expected * rowHeight} />
        </Box>
      )}
      {found?.totalCount === 0 && (
        <NoMatch
          title="No resource matches"
          hint="Search for a part of its address: a module, a type or a name."
          onClear={() => find('')}
        />
      )}
      {found && found.nodes.length > 0 && (
        <Pager label="Resources" page={found.pageInfo} totalCount={found.totalCount} onChange={onPage} />
      )}
    </>
  )
}

/** Height of a line of the tree, in pixels. */
const rowHeight = 28

const Modules = ({ rows, isStale }: { rows: readonly ResourceRow[]; isStale: boolean }) => (
  <div className={classes['modules']} aria-busy={isStale}>
    {byModule(rows).map(([module, within]) => (
      <details key={module} open>
        <summary>{module === 'root' ? 'Root module' : module}</summary>
        <ul>
          {within.map((row) => (
            <li key={row.id}>
              <code>{nameWithin(row)}</code>
              <span>{row.provider}</span>
            </li>
          ))}
        </ul>
      </details>
    ))}
  </div>
)
