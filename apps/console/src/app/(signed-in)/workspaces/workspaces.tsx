'use client'

import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import type { SiteWorkspaceFilter, SiteWorkspaceListQuery } from '~/data/generated/graphql'
import { useQueryKeepingPrevious } from '~/data/query'
import { paths } from '~/paths'
import { SearchedChoice } from '~/ui/lists/searched-choice'
import type { Column } from '~/ui/lists/data-table'
import { foundOptions, hiddenOf } from '~/ui/lists/found-options'
import { WorkspacesDrawing } from '~/ui/feedback/drawings'
import { nameColumn } from '~/ui/links'
import { useMay } from '~/shell/viewer'
import { ListPage } from '~/ui/lists/list-page'
import type { ListState } from '~/ui/lists/list-state'
import { momentColumn } from '~/ui/moment'
import { numberText } from '~/ui/text'
import { useList } from '~/ui/lists/use-list'
import { useBulkActs } from '../bulk-acts/use-bulk-acts'
import {
  resourcesColumn,
  siteEngineVersionColumn,
  stateColumn,
} from '../organizations/[name]/(member)/workspaces/columns'
import { organizationColumn, pathWithin } from '../organizations/organization-column'

const SiteWorkspaceList = graphql(`
  query SiteWorkspaceList($filter: SiteWorkspaceFilter!, $orderBy: WorkspaceOrder, $page: PageInput!) {
    siteWorkspaces(filter: $filter, orderBy: $orderBy, page: $page) {
      nodes {
        id
        name
        ...WorkspaceEngineVersion
        resourceCount
        stateWrittenAt
        createdAt
        organization {
          ...OwningOrganization
        }
      }
    }
  }
`)

type Row = SiteWorkspaceListQuery['siteWorkspaces']['nodes'][number]

const words = { needsUpgrade: { name: 'Support', yes: 'Needs upgrade', no: 'Supported' } }
const choices = { version: 'Engine version', writtenBy: 'State written by' }

const filterOf = ({
  search,
  flags,
  choices: { version, ...chosen } = {},
}: ListState<keyof typeof words>): SiteWorkspaceFilter => ({
  search,
  ...flags,
  ...chosen,
  ...(version !== undefined && { engineVersion: version }),
})

const columns: readonly Column<Row>[] = [
  nameColumn('Name', 4, (row) => pathWithin(row, (name) => paths.workspace(name, row.id))),
  organizationColumn,
  siteEngineVersionColumn,
  { ...resourcesColumn, place: 'wide' },
  stateColumn,
  momentColumn('created', 'Created', 3, ({ createdAt }) => createdAt, 'wide'),
]

/** The workspaces of all organizations, for site administrators. */
export function Workspaces() {
  const list = useList(SiteWorkspaceList, {
    noun: 'workspace',
    name: 'site-workspaces',
    words,
    choices,
    orders: {
      fields: {
        name: 'NAME',
        organization: 'ORGANIZATION',
        version: 'ENGINE_VERSION',
        created: 'CREATED_AT',
      },
      own: 'organization',
    },
    variables: (state) => ({ filter: filterOf(state) }),
    pick: (data) => data.siteWorkspaces,
  })
  const { selection, bar } = useBulkActs({
    found: list.found,
    nameOf: ({ name }) => name,
    matching: { workspaces: filterOf(list.state) },
    kinds: ['WORKSPACE_ENGINE_VERSION'],
    isAllowed: useMay('SITE_ORGANIZATIONS_WRITE'),
  })
  return (
    <ListPage
      {...list}
      selection={selection}
      between={bar}
      icon={WorkspacesDrawing}
      columns={columns}
      renderChoices={(choose) => (
        <VersionChoice
          value={list.state.choices?.['version']}
          onChange={(version) => choose('version', version)}
        />
      )}
      hint="Search for part of the name, or remove a filter."
    >
      Organizations create the workspaces that run the engine.
    </ListPage>
  )
}

const VersionsInUse = graphql(`
  query VersionsInUse($search: String!) {
    engineVersions(filter: { used: true, search: $search }, page: { size: 20 }) {
      nodes {
        id
        version
        usage
      }
      totalCount
    }
  }
`)

type Props = { value: string | undefined; onChange: (version: string | undefined) => void }

/** The engine versions that a list of workspaces can be narrowed by: those in use, newest first. */
function VersionChoice(props: Props) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 200)
  const { data, isFetching } = useQueryKeepingPrevious(VersionsInUse, { search })
  const options = (data?.engineVersions.nodes ?? []).map(({ version, usage }) => ({
    value: version,
    label: `${version} (${numberText(usage)})`,
  }))
  const hidden = hiddenOf(data?.engineVersions)
  return (
    <SearchedChoice
      {...props}
      label="Engine version"
      onSearch={setText}
      {...foundOptions({ noun: 'version', options, hidden, isFetching })}
    />
  )
}
