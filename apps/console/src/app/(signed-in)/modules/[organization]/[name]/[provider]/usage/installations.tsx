'use client'

import { Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { graphql } from '~/data/generated'
import type { ModuleInstallationsQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { Failure } from '~/ui/feedback/failure'
import { Link } from '~/ui/link'
import { NameLink } from '~/ui/links'
import { Pager } from '~/ui/lists/pager'
import { count } from '~/ui/text'
import { useList } from '~/ui/lists/use-list'
import type { FoundModule, ModuleIn } from '../queries'
import classes from './installations.module.css'

const ModuleInstallations = graphql(`
  query ModuleInstallations($organization: String!, $name: String!, $provider: String!, $page: PageInput!) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        installations(page: $page) {
          nodes {
            id
            workspaceName
            organizationName
            version
            day
          }
        }
      }
    }
  }
`)

type Installation = ModuleIn<ModuleInstallationsQuery>['installations']['nodes'][number]

type Use = { version: string; workspaces: number }

type Props = { module: FoundModule; uses: readonly Use[] }

const pageSize = 20

/** Table of the installed version of each workspace that the viewer may read; revoked versions are marked. */
export function Installations({ module, uses }: Props) {
  const { namespace: organization, name, provider } = module
  const all = uses.reduce((sum, { workspaces }) => sum + workspaces, 0)
  const list = useList(ModuleInstallations, {
    noun: 'workspace',
    prefix: 'installed-',
    size: pageSize,
    variables: { organization, name, provider },
    pick: (data) => data.registryModuleNamespace?.registryModule?.installations,
  })
  const { found } = list
  return (
    <>
      {list.list.isLoading && <Skeleton height={`${2.25 * Math.min(all + 1, pageSize + 1)}rem`} />}
      {list.list.isError && (
        <Failure
          title="The workspaces could not be loaded"
          error={list.list.error}
          retry={() => void list.list.refetch()}
        />
      )}
      {found && found.nodes.length > 0 && (
        <>
          <Matrix module={module} uses={uses} rows={found.nodes} />
          <Pager
            label="Workspaces"
            page={found.pageInfo}
            totalCount={found.totalCount}
            onChange={list.onPage}
          />
        </>
      )}
    </>
  )
}

type MatrixProps = Props & { rows: readonly Installation[] }

function Matrix({ module, uses, rows }: MatrixProps) {
  const revoked = new Set(
    module.versions.nodes
      .filter(({ deprecation }) => deprecation?.status === 'REVOKED')
      .map(({ version }) => version),
  )
  const newest = module.newestVersion?.version
  // Also where it is installed nowhere: the column that all should be in.
  const isUsed = newest === undefined || uses.some(({ version }) => version === newest)
  const versions = isUsed ? uses : [{ version: newest, workspaces: 0 }, ...uses]

  return (
    // A table with more versions than there is room for is scrolled, by keyboard too.
    <div
      className={classes['frame']}
      data-sideways
      role="region"
      aria-label="Workspaces by version"
      // oxlint-disable-next-line no-noninteractive-tabindex
      tabIndex={0}
    >
      <table aria-label="Who runs what">
        <thead>
          <tr>
            <th scope="col">Workspace</th>
            {versions.map(({ version, workspaces }) => (
              <th key={version} scope="col" data-revoked={revoked.has(version)}>
                <Link href={paths.module(module, { version })}>{version}</Link>
                <small>{count(workspaces, 'workspace')}</small>
                {revoked.has(version) && <small>Revoked</small>}
                {version === newest && <small>Newest</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <Text span inherit c="dimmed">
                  {row.organizationName}/
                </Text>
                <NameLink href={paths.workspace(row.organizationName, row.id)}>{row.workspaceName}</NameLink>
              </th>
              {versions.map(({ version }) => (
                <td key={version} data-revoked={revoked.has(version)}>
                  {version === row.version && <Mark row={row} isRevoked={revoked.has(version)} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Mark of a version: a square if it can no longer be installed, else a circle. */
function Mark({ row: { version, day }, isRevoked }: { row: Installation; isRevoked: boolean }) {
  const text = `${version}${isRevoked ? ', revoked' : ''}, installed last on ${day}`
  return (
    <span title={text}>
      <svg viewBox="0 0 10 10" aria-hidden>
        {isRevoked ? <path d="M.5.5h9v9h-9Z" /> : <circle cx={5} cy={5} r={4.5} />}
      </svg>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}
