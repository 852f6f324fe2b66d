'use client'

import { Group, Modal, ScrollArea, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import type { StateChangeKind } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { Failure } from '~/ui/feedback/failure'
import { numberText } from '~/ui/text'
import { Note } from '~/ui/texts'
import { changeText } from './texts'

type Props = {
  opened: boolean
  onClose: () => void
  id: string
  /** Unknown where the address names a state of another page of the list. */
  serial: number | undefined
}

export const ChangesDialog = ({ opened, onClose, id, serial }: Props) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title={`Changes of ${serial === undefined ? 'a state' : `state ${serial}`}`}
    size="lg"
  >
    {opened && <ChangeList id={id} />}
  </Modal>
)

const StateComparison = graphql(`
  query StateComparison($id: ID!, $fromId: ID) {
    stateComparison(id: $id, fromId: $fromId) {
      resources {
        added
        changed
        removed
      }
      outputs {
        added
        changed
        removed
      }
      changes {
        kind
        address
      }
    }
  }
`)

const marks: Readonly<Record<StateChangeKind, { sign: string; word: string; color: string }>> = {
  ADDED: { sign: '+', word: 'added', color: 'green' },
  CHANGED: { sign: '~', word: 'changed', color: 'orange' },
  REMOVED: { sign: '−', word: 'removed', color: 'red' },
}

const isNone = (counts: { added: number; changed: number; removed: number }) =>
  counts.added + counts.changed + counts.removed === 0

/** Changes of a state against `fromId`, or against the previous one: by address, never by value. */
export function ChangeList({ id, fromId = null }: { id: string; fromId?: string | null }) {
  const { data, isLoading, error, refetch } = useQuery(query(StateComparison, { id, fromId }))
  const found = data?.stateComparison
  if (isLoading) return <Skeleton height={120} aria-label="Comparing" />
  if (!found)
    return (
      <Failure
        title="The states could not be compared"
        error={error}
        {...(!error && { text: 'One of them is no longer there.' })}
        retry={() => void refetch()}
      />
    )
  const { resources, outputs, changes } = found
  const total = [resources, outputs].reduce(
    (sum, { added, changed, removed }) => sum + added + changed + removed,
    0,
  )
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {changeText(resources)}
        {!isNone(outputs) && ` · outputs: ${changeText(outputs)}`}
      </Text>
      {changes.length > 0 && (
        <ScrollArea.Autosize
          mah={320}
          type="auto"
          viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'Changes' }}
        >
          <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
            {changes.map(({ kind, address }) => (
              <Group key={`${kind} ${address}`} component="li" gap="xs" wrap="nowrap" align="baseline">
                <Text span size="sm" fw={700} ff="monospace" c={marks[kind].color} title={marks[kind].word}>
                  <span aria-hidden>{marks[kind].sign}</span>
                </Text>
                <Text span size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                  {address}
                </Text>
                <Text span size="xs" c="dimmed" style={{ flexShrink: 0 }}>
                  {marks[kind].word}
                </Text>
              </Group>
            ))}
          </Stack>
        </ScrollArea.Autosize>
      )}
      {total > changes.length && (
        <Note>{numberText(total - changes.length)} more changes are not listed.</Note>
      )}
    </Stack>
  )
}
