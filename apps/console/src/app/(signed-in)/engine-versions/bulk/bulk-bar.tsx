'use client'

import { Checkbox, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { EngineVersionAct } from '~/data/generated/graphql'
import { ActionButton } from '~/ui/action-button'
import { lazyDialog } from '~/ui/lazy-dialog'
import { everyRow, type FetchPage } from '~/ui/every-row'
import { count } from '~/ui/plural'
import { toastFailure } from '~/ui/toast'
import { acts, sorted, type Row } from './acts'
import type { Selection } from './use-selection'

const ActDialog = lazyDialog(async () => (await import('./act-dialog')).ActDialog)

type Props = {
  selection: Selection<Row>
  /** How many there are on all pages. */
  matching: number
  fetchPage: FetchPage<Row>
}

/** What is done with them is asked of the API one after the other. */
const mostMatching = 1000

/** Selects all rows of a page or of all pages, and does the same with all that are selected. */
export function BulkBar({ selection, matching, fetchPage }: Props) {
  const [act, setAct] = useState<EngineVersionAct>()
  const { rows, shown, setAll } = selection
  if (shown === 0) return null
  return (
    <Group gap="xs" px="md" pb="sm" mih="2.75rem">
      <Checkbox
        label="Select all on this page"
        checked={rows.length === shown}
        indeterminate={rows.length > 0 && rows.length < shown}
        onChange={(event) => setAll(event.currentTarget.checked)}
      />
      <Text size="sm" c="dimmed" role="status">
        {rows.length > 0 && `${rows.length.toLocaleString('en')} selected`}
      </Text>
      {rows.length === shown && matching > shown && (
        <SelectMatching selection={selection} matching={matching} fetchPage={fetchPage} />
      )}
      {rows.length > 0 && (
        <Group gap="xs" role="group" aria-label="With all that are selected">
          {(Object.keys(acts) as EngineVersionAct[]).map((each) => (
            <ActionButton
              key={each}
              variant="default"
              size="compact-sm"
              disabledReason={obstacle(each, rows)}
              onClick={() => setAct(each)}
            >
              {acts[each].verb}
            </ActionButton>
          ))}
        </Group>
      )}
      <ActDialog
        opened={act !== undefined}
        act={act}
        rows={rows}
        onClose={() => setAct(undefined)}
        onDone={() => setAll(false)}
      />
    </Group>
  )
}

function SelectMatching({ selection, matching, fetchPage }: Props) {
  const [pending, setPending] = useState(false)
  async function select() {
    setPending(true)
    try {
      selection.setMatching(await everyRow(fetchPage))
    } catch (error) {
      toastFailure(error as Error)
    }
    setPending(false)
  }
  return (
    <ActionButton
      variant="subtle"
      size="compact-sm"
      loading={pending}
      disabledReason={
        matching > mostMatching
          ? `At most ${count(mostMatching, 'version')} can be changed at once. Add filters to get fewer.`
          : undefined
      }
      onClick={() => void select()}
    >
      Select all {matching.toLocaleString('en')} that match
    </ActionButton>
  )
}

function obstacle(act: EngineVersionAct, rows: readonly Row[]): string | undefined {
  if (sorted(act, rows).changing.length > 0) return undefined
  return `${rows.length === 1 ? 'It is' : 'All of them are'} already ${acts[act].done}.`
}
