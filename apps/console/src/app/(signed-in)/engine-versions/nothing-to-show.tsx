'use client'

import { Button } from '@mantine/core'
import { IconPlus, IconSearchOff, IconVersions } from '@tabler/icons-react'
import { paths } from '../../../paths'
import { useMay } from '../../../shell/viewer'
import { Empty } from '../../../ui/empty'
import { LinkButton } from '../../../ui/link-button'
import { isFiltered, type ListState } from './list-state'

export const NewButton = () => (
  <LinkButton href={paths.engineVersionNew()} leftSection={<IconPlus size={16} />}>
    New engine version
  </LinkButton>
)

type Props = { state: ListState; totalPages: number; onChange: (state: ListState) => void }

/** Why the list is empty, and the way out: a page past the end, nothing that matches, or nothing at all. */
export function NothingToShow({ state, totalPages, onChange }: Props) {
  const mayWrite = useMay('ENGINE_VERSIONS_WRITE')
  if (totalPages > 0)
    return (
      <Empty
        icon={<IconSearchOff size={28} stroke={1.5} />}
        title={`There is no page ${state.page}`}
        action={<Button onClick={() => onChange({ ...state, page: totalPages })}>To the last page</Button>}
      >
        The list ends on page {totalPages}.
      </Empty>
    )
  if (isFiltered(state))
    return (
      <Empty
        icon={<IconSearchOff size={28} stroke={1.5} />}
        title="No engine version matches"
        action={
          <Button variant="default" onClick={() => onChange({ search: '', flags: {}, page: 1 })}>
            Clear filters
          </Button>
        }
      >
        Look for a part of the number, such as 1.9, or drop a filter.
      </Empty>
    )
  return (
    <Empty
      icon={<IconVersions size={28} stroke={1.5} />}
      title="No engine versions yet"
      action={mayWrite && <NewButton />}
    >
      People can use the engine versions that are added here.
    </Empty>
  )
}
