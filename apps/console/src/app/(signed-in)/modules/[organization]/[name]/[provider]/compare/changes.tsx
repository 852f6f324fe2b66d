'use client'

import { Badge, Code, Stack, Text } from '@mantine/core'
import { graphql } from '~/data/generated'
import type { ModuleChangesQuery } from '~/data/generated/graphql'
import type { ModuleAddress } from '~/paths'
import type { Column } from '~/ui/lists/data-table'
import { PagedList } from '~/ui/lists/paged-list'
import { ListSection } from '~/ui/section'
import { shortened } from '~/ui/text'
import { Dimmed, Nothing, Small } from '~/ui/texts'
import { useList } from '~/ui/lists/use-list'
import { kinds, reasons } from '../interface-words'
import type { ModuleIn } from '../queries'

const ModuleChanges = graphql(`
  query ModuleChanges(
    $organization: String!
    $name: String!
    $provider: String!
    $from: String!
    $to: String!
    $page: PageInput!
  ) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        comparison(from: $from, to: $to) {
          changes(page: $page) {
            nodes {
              path
              kind
              name
              change
              breaking
              facts {
                name
                before
                after
              }
            }
          }
        }
      }
    }
  }
`)

type FoundComparison = NonNullable<ModuleIn<ModuleChangesQuery>['comparison']>
type FoundChange = FoundComparison['changes']['nodes'][number]

type Props = { title?: string; module: ModuleAddress; from: string; to: string; count: number }

const pageSize = 50

/** List of changes, breaking ones first. */
export function Changes({
  title = 'Changes',
  module: { namespace, name, provider },
  from,
  to,
  count,
}: Props) {
  const list = useList(ModuleChanges, {
    noun: 'change',
    size: pageSize,
    enabled: count > 0,
    variables: { organization: namespace, name, provider, from, to },
    pick: (data) => {
      const changes = data.registryModuleNamespace?.registryModule?.comparison?.changes
      return (
        changes && { ...changes, nodes: changes.nodes.map((change) => ({ ...change, id: idOf(change) })) }
      )
    },
  })
  if (count === 0) return null
  return (
    <ListSection title={title}>
      <PagedList columns={columns} {...list} expected={Math.min(count, pageSize)} nothing={null} />
    </ListSection>
  )
}

const idOf = ({ path, kind, name }: FoundChange): string => JSON.stringify([path, kind, name])

const changes = { ADDED: 'Added', REMOVED: 'Removed', CHANGED: 'Changed' } as const

const columns: readonly Column<FoundChange>[] = [
  {
    key: 'name',
    header: 'What',
    width: 4,
    place: 'title',
    cell: ({ kind, name, path }) => (
      <>
        <Text span inherit fw={600} ff={name === '' ? 'text' : 'monospace'}>
          {name === '' ? kinds[kind] : name}
        </Text>
        <Small>
          {[name === '' ? '' : kinds[kind], kind === 'FOLDER' ? '' : path].filter(Boolean).join(' · ')}
        </Small>
      </>
    ),
  },
  {
    key: 'change',
    header: 'Change',
    width: 1.8,
    cell: ({ change }) => changes[change],
  },
  {
    key: 'effect',
    header: 'Effect',
    width: 2.6,
    cell: ({ breaking }) =>
      breaking ? (
        <>
          <Badge color="red" variant="filled">
            Breaking
          </Badge>
          <Small>{reasons[breaking]}</Small>
        </>
      ) : (
        <Dimmed>Not breaking</Dimmed>
      ),
  },
  {
    key: 'details',
    header: 'Details',
    width: 5,
    place: 'below',
    cell: ({ facts, change }) =>
      facts.length > 0 && (
        <Stack gap={2}>
          {facts.map((fact) => (
            <Text key={fact.name} size="xs" style={{ overflowWrap: 'anywhere' }}>
              {fact.name.toLowerCase()}: <Fact {...fact} isChange={change === 'CHANGED'} />
            </Text>
          ))}
        </Stack>
      ),
  },
]

type FactProps = FoundChange['facts'][number] & { isChange: boolean }

function Fact({ before, after, isChange }: FactProps) {
  if (!isChange) return <Value text={after ?? before} />
  return (
    <>
      <Value text={before} /> → <Value text={after} />
    </>
  )
}

const Value = ({ text }: { text: string | null }) =>
  text === null || text === '' ? <Nothing /> : <Code title={text}>{shortened(text, 160)}</Code>
