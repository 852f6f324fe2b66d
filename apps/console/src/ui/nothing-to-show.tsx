'use client'

import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Empty } from './empty'
import { isFiltered, withoutFilters, type ListState } from './list-state'

type Props<Flag extends string> = {
  state: ListState<Flag>
  totalPages: number
  onChange: (state: ListState<Flag>) => void
  /** For lists that can be narrowed: such as `No engine version matches`. */
  noMatch?: string
  /** What to look for instead. */
  hint?: string
  /** For lists that are narrowed by more than their state tells. */
  narrowed?: boolean
  /** What brings everything back; without it, the same list without its filters. */
  onClear?: () => void
  /** What to say when there is nothing at all. */
  children: ReactNode
}

/** Why a list is empty, and the way out: a page past the end, nothing that matches, or nothing at all. */
export function NothingToShow<Flag extends string>(props: Props<Flag>) {
  const { state, totalPages, onChange, noMatch, hint, children } = props
  const { narrowed = isFiltered(state), onClear = () => onChange(withoutFilters(state)) } = props
  const icon = <IconSearchOff size={28} stroke={1.5} />
  if (totalPages > 0)
    return (
      <Empty
        icon={icon}
        title={`There is no page ${state.page}`}
        action={<Button onClick={() => onChange({ ...state, page: totalPages })}>To the last page</Button>}
      >
        The list ends on page {totalPages}.
      </Empty>
    )
  if (narrowed)
    return (
      <Empty
        icon={icon}
        title={noMatch ?? 'Nothing matches'}
        action={
          <Button variant="default" onClick={onClear}>
            Clear filters
          </Button>
        }
      >
        {hint}
      </Empty>
    )
  return children
}
