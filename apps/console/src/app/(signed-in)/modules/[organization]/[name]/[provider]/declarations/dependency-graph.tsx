'use client'

import { registryHost } from '@engine/shared'
import { Box, Skeleton } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import type { ModuleGraphQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { type ModuleAddress, paths } from '~/paths'
import { type MapLine, type MapNode, rowHeight } from '~/ui/charts/node-positions'
import { type MapColumn, NodeMap } from '~/ui/charts/node-map'
import { ShowData } from '~/ui/charts/show-data'
import { Section } from '~/ui/section'
import { count, numberText } from '~/ui/text'
import type { ModuleIn, ShownPart } from '../queries'
import { consumerName } from '../words'

const ModuleGraph = graphql(`
  query ModuleGraph(
    $organization: String!
    $name: String!
    $provider: String!
    $version: String!
    $path: String!
  ) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        versionUse {
          workspaces
        }
        downloadsHistory(days: 30) {
          consumers(page: { size: 6 }) {
            nodes {
              organizationId
              organizationName
              count
            }
            totalCount
          }
        }
        version(version: $version) {
          folder(path: $path) {
            dependencies(page: { size: 12 }) {
              nodes {
                name
                source
                version
              }
            }
            providers(page: { size: 12 }) {
              nodes {
                name
                source
                version
              }
            }
          }
          folders(filter: { kind: SUBMODULE }, page: { size: 12 }) {
            nodes {
              path
            }
          }
        }
      }
    }
    cli {
      publicUrl
    }
  }
`)

type Found = ModuleIn<ModuleGraphQuery>

type Props = { module: ModuleAddress; version: string; part: ShownPart; submodules: number }

/** Maximum number of drawn nodes of each kind; the lists below have all. */
const most = 12

/** Minimum height of the module's users, in rows. */
const leastRows = 5

/**
 * Dependency graph of a module's folder, as a picture and as a table. It is queried once it is in sight, and
 * its room is reserved until then.
 */
export function DependencyGraph({ module, version, part, submodules }: Props) {
  const { ref, inViewport } = useInViewport()
  const { namespace: organization, name, provider } = module
  const variables = { organization, name, provider, version, path: part.path }
  const { data } = useQuery({ ...query(ModuleGraph, variables), enabled: inViewport })
  const { dependencies, providers } = part.counts
  const shown = [dependencies, providers, part.path === '' ? submodules : 0].map((each) =>
    Math.min(each, most),
  )
  const rows = Math.max(
    leastRows,
    shown.reduce((sum, each) => sum + each, 0),
  )
  if (shown.every((each) => each === 0)) return null
  const found = data?.registryModuleNamespace?.registryModule
  return (
    <Section title="Uses and users">
      <Box ref={ref} mih={rows * rowHeight + 84}>
        {found && data ? (
          <Graph {...{ module, version, part, rows, found, host: registryHost(data.cli.publicUrl) }} />
        ) : (
          <Skeleton height={rows * rowHeight + 84} />
        )}
      </Box>
    </Section>
  )
}

type GraphProps = Omit<Props, 'submodules'> & { rows: number; found: Found; host: string }

function Graph({ module, version, part, rows, found, host }: GraphProps) {
  const users = usersOf(module, found)
  const uses = usesOf({ module, version, part, found, host })
  const main = {
    key: '',
    text: part.path || `${module.name}/${module.provider}`,
    note: version,
    isMain: true,
  }
  const columns: MapColumn[] = [
    ...(users.length > 0 ? [{ title: 'Used by, in 30 days', nodes: users }] : []),
    { title: part.path === '' ? 'This module' : 'This submodule', nodes: [main] },
    { title: 'Uses', nodes: uses.map(({ node }) => node) },
  ]
  const middle = columns.length - 2
  const lines: MapLine[] = [
    ...users.map(({ key }) => ({ column: 0, from: key, to: '', tone: 1 as const })),
    ...uses.map(({ node, tone }) => ({ column: middle, from: '', to: node.key, tone })),
  ]
  return (
    <>
      <NodeMap
        label={`${main.text} is used by ${count(users.length, 'consumer')} and uses ${listOf(uses)}.`}
        columns={columns}
        lines={lines}
        legend={['Modules', 'Providers', 'Submodules']}
        rows={rows}
      />
      <ShowData
        label="Dependencies"
        headers={['Name', 'Version or downloads', 'Relation']}
        rows={[
          ...users.map(({ key, text, note }) => ({ key: `by ${key}`, cells: [text, note, 'Uses it'] })),
          ...uses.map(({ node: { key, text, note }, tone }) => ({
            key,
            cells: [text, note, `It uses this ${kinds[tone]}`],
          })),
        ]}
      />
    </>
  )
}

const kinds = { 1: 'module', 2: 'provider', 3: 'submodule' } as const

type Use = { node: MapNode; tone: MapLine['tone'] }

const listOf = (uses: readonly Use[]): string =>
  ([1, 2, 3] as const)
    .map((tone) => [tone, uses.filter((use) => use.tone === tone).length] as const)
    .filter(([, number]) => number > 0)
    .map(([tone, number]) => count(number, kinds[tone]))
    .join(', ')

/**
 * Returns the organizations that downloaded it recently, if the viewer may know, and the number of workspaces
 * that have it installed.
 */
function usersOf(module: ModuleAddress, { downloadsHistory, versionUse }: Found): MapNode[] {
  const { nodes = [], totalCount = 0 } = downloadsHistory?.consumers ?? {}
  const href = `${paths.module(module, { tab: 'usage' })}#users`
  const workspaces = versionUse.reduce((sum, use) => sum + use.workspaces, 0)
  const shown = totalCount > leastRows - 1 ? nodes.slice(0, leastRows - 2) : nodes
  return [
    ...shown.map((consumer) => ({
      key: consumer.organizationId ?? 'people',
      text: consumerName(consumer),
      note: numberText(consumer.count),
      title: `${consumerName(consumer)}: ${count(consumer.count, 'download')}`,
      href,
    })),
    ...(totalCount > shown.length
      ? [{ key: 'more', text: `${numberText(totalCount - shown.length)} more`, href }]
      : []),
    ...(workspaces > 0 ? [{ key: 'workspaces', text: count(workspaces, 'workspace'), href }] : []),
  ]
}

function usesOf({ module, version, part, found, host }: Omit<GraphProps, 'rows'>): Use[] {
  const { folder, folders } = found.version ?? {}
  const versioned = (each: { source: string; version: string }) => ({
    title: [each.source, each.version].join(' '),
    ...(each.version !== '' && { note: each.version }),
  })
  const modules = (folder?.dependencies.nodes ?? []).map((each): Use => {
    const address = addressIn(each.source, host)
    const href = address && { href: paths.module(address) }
    const text = each.source.replace(`${host}/`, '')
    return { tone: 1, node: { key: `module ${each.name}`, text, ...versioned(each), ...href } }
  })
  const providers = (folder?.providers.nodes ?? []).map((each): Use => ({
    tone: 2,
    node: { key: `provider ${each.name}`, text: each.source || each.name, ...versioned(each) },
  }))
  const submodules = (part.path === '' ? (folders?.nodes ?? []) : []).map(({ path }): Use => ({
    tone: 3,
    node: { key: path, text: path, href: paths.module(module, { version, part: path }) },
  }))
  return [...modules, ...providers, ...submodules]
}

/** The module of this registry that a source names; undefined for a source of another kind. */
function addressIn(source: string, host: string): ModuleAddress | undefined {
  const [first, namespace, name, provider, ...rest] = source.split('/')
  if (first !== host || !namespace || !name || !provider || (rest.length > 0 && rest[0] !== ''))
    return undefined
  return { namespace, name, provider }
}
