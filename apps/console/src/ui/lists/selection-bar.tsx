'use client'

import { Box, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { numberText } from '../text'
import { CheckBox } from './check-box'
import type { Selection } from './use-selection'

type Props = {
  selection: Pick<Selection<unknown>, 'rows' | 'isAll' | 'shown' | 'setAll'>
  /** Number of matching rows on all pages; undefined while they load, for which its place is kept. */
  matching: number | undefined
  /** The button that selects all of these; shown once the whole page is selected. */
  selectMatching: ReactNode
  /** Buttons of what can be done with all that are selected. */
  children: ReactNode
}

const height = '2.75rem'

/** Selects all rows of a page, or of all pages, and holds what can be done with them. */
export function SelectionBar({ selection, matching, selectMatching, children }: Props) {
  const { rows, shown, isAll, setAll } = selection
  if (matching === undefined) return <Box mih={height} />
  if (shown === 0) return null
  const selected = isAll ? matching : rows.length
  return (
    <Group gap="xs" px="md" pb="sm" mih={height}>
      <CheckBox
        label="Select all on this page"
        checked={selected >= shown}
        indeterminate={selected > 0 && selected < shown}
        onChange={(event) => setAll(event.currentTarget.checked)}
      />
      <Text size="sm" c="dimmed" role="status">
        {selected > 0 && `${numberText(selected)} selected`}
      </Text>
      {rows.length === shown && !isAll && matching > shown && selectMatching}
      {selected > 0 && (
        <Group gap="xs" role="group" aria-label="With all that are selected">
          {children}
        </Group>
      )}
    </Group>
  )
}
