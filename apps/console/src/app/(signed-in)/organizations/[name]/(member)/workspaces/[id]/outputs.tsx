'use client'

import { Code, Group, Paper } from '@mantine/core'
import { IconArrowBarRight } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { StateOutputsQuery } from '~/data/generated/graphql'
import { Copy } from '~/ui/copy'
import type { Column } from '~/ui/lists/data-table'
import { Empty } from '~/ui/feedback/empty'
import { PagedList } from '~/ui/lists/paged-list'
import { Dimmed } from '~/ui/texts'
import { useList } from '~/ui/lists/use-list'
import type { FoundState } from './queries'
import { typeText, valueText } from './texts'

const StateOutputs = graphql(`
  query StateOutputs($stateVersionId: ID!, $page: PageInput!) {
    stateVersionOutputs(stateVersionId: $stateVersionId, page: $page) {
      nodes {
        id
        name
        sensitive
        type
        value
        valueOmitted
      }
    }
  }
`)

type Output = NonNullable<StateOutputsQuery['stateVersionOutputs']>['nodes'][number]

const mostShown = 300

const columns: readonly Column<Output>[] = [
  { key: 'name', header: 'Name', width: 3, place: 'title', cell: ({ name }) => name },
  {
    key: 'type',
    header: 'Type',
    width: 2,
    cell: ({ type }) => (type === null ? <Dimmed>Too long to show</Dimmed> : typeText(type)),
  },
  { key: 'value', header: 'Value', width: 6, cell: (output) => <Value output={output} /> },
]

function Value({ output: { name, sensitive, value, valueOmitted } }: { output: Output }) {
  if (sensitive) return <Dimmed>Sensitive</Dimmed>
  if (valueOmitted) return <Dimmed>Too large to show; download the state</Dimmed>
  const text = valueText(value ?? 'null')
  return (
    <Group gap={6} wrap="nowrap" miw={0}>
      <Code style={{ overflowWrap: 'anywhere' }}>
        {text.length > mostShown ? `${text.slice(0, mostShown)}…` : text}
      </Code>
      <Copy text={text} what={`value of ${name}`} />
    </Group>
  )
}

/** The outputs of the current state, by name. */
export function Outputs({ state }: { state: FoundState }) {
  const list = useList(StateOutputs, {
    noun: 'output',
    variables: { stateVersionId: state.id },
    pick: (data) => data.stateVersionOutputs,
  })
  return (
    <Paper component="section" aria-label="Outputs">
      <PagedList
        columns={columns}
        {...list}
        expected={5}
        nothing={
          <Empty icon={IconArrowBarRight} title="No outputs">
            The configuration declares no outputs. Other configurations can read the ones that it declares.
          </Empty>
        }
      />
    </Paper>
  )
}
