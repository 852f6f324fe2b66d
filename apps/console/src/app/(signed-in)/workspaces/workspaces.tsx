'use client'

import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import type { SiteWorkspaceListQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { any, ChoiceSelect } from '~/ui/choice-select'
import type { Column } from '~/ui/data-table'
import { WorkspacesDrawing } from '~/ui/drawings'
import { nameColumn } from '~/ui/links'
import { ListPage } from '~/ui/list-page'
import { momentColumn } from '~/ui/moment'
import { numberText } from '~/ui/text'
import { useList } from '~/ui/use-list'
import { engineVersionColumn } from '../organizations/[name]/(member)/workspaces/columns'
import { organizationColumn, pathWithin } from '../organizations/organization-column'

const SiteWorkspaceList = graphql(`
  query SiteWorkspaceList($filter: SiteWorkspaceFilter!, $orderBy: WorkspaceOrder, $page: PageInput!) {
    siteWorkspaces(filter: $filter, orderBy: $orderBy, page: $page) {
      nodes {
        id
        name
        ...WorkspaceEngineVersion
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

const columns: readonly Column<Row>[] = [
  nameColumn('Name', 4, (row) => pathWithin(row, (name) => paths.workspace(name, row.id))),
  organizationColumn,
  engineVersionColumn,
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
    variables: ({ search, flags, choices: { version, ...chosen } = {} }) => ({
      filter: { search, ...flags, ...chosen, ...(version !== undefined && { engineVersion: version }) },
    }),
    pick: (data) => data.siteWorkspaces,
  })
  return (
    <ListPage
      {...list}
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
  query VersionsInUse {
    engineVersions(filter: { used: true }, page: { size: 100 }) {
      nodes {
        id
        version
        usage
      }
    }
  }
`)

type Props = { value: string | undefined; onChange: (version: string | undefined) => void }

/** The engine versions that a list of workspaces can be narrowed by: those in use, newest first. */
function VersionChoice(props: Props) {
  const { data } = useQuery(query(VersionsInUse, {}))
  const versions = data?.engineVersions.nodes ?? []
  return (
    <ChoiceSelect
      {...props}
      label="Engine version"
      options={[
        any,
        ...versions.map(({ version, usage }) => ({
          value: version,
          label: `${version} (${numberText(usage)})`,
        })),
      ]}
    />
  )
}
