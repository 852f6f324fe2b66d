'use client'

import { Button } from '@mantine/core'
import { useState } from 'react'
import type { BulkActKind } from '~/data/generated/graphql'
import { lazyDialog } from '~/ui/dialogs/lazy-dialog'
import type { Connection } from '~/ui/lists/paged-list'
import { SelectionBar } from '~/ui/lists/selection-bar'
import { useSelection } from '~/ui/lists/use-selection'
import { numberText } from '~/ui/text'
import type { Asked, Targets } from './act-dialog'
import { bulkActs } from './words'

const ActDialog = lazyDialog(async () => (await import('./act-dialog')).ActDialog)

type Options<Row> = {
  found: Connection<Row> | undefined
  nameOf: (row: Row) => string
  /** The filter of all that match, under its name in the API. */
  matching: Targets
  kinds: readonly BulkActKind[]
  /** The organization that the things belong to; absent where they are those of the site. */
  organization?: string
  /** False for those who may not act. */
  isAllowed: boolean
}

/** Boxes of a list, and the bar with the acts on what is selected: for `List`, as `selection` and `bar`. */
export function useBulkActs<Row extends { id: string }>(options: Options<Row>) {
  const { found, nameOf, matching, kinds, organization, isAllowed } = options
  const selection = useSelection(found?.nodes ?? [], JSON.stringify(matching), nameOf)
  const [asked, setAsked] = useState<Asked>()
  if (!isAllowed) return { selection: undefined, bar: null }
  const total = found?.totalCount ?? 0
  const { rows, isAll } = selection
  const open = (kind: BulkActKind) =>
    setAsked({
      kind,
      targets: isAll ? matching : { ids: rows.map(({ id }) => id) },
      total: isAll ? total : rows.length,
      organization,
    })
  const selectMatching = (
    <Button variant="subtle" size="compact-sm" onClick={() => selection.setMatching()}>
      Select all {numberText(total)} that match
    </Button>
  )
  const bar = (
    <>
      <SelectionBar selection={selection} matching={found?.totalCount} selectMatching={selectMatching}>
        {kinds.map((kind) => (
          <Button key={kind} variant="default" size="compact-sm" onClick={() => open(kind)}>
            {bulkActs[kind].label}…
          </Button>
        ))}
      </SelectionBar>
      <ActDialog
        opened={asked !== undefined}
        asked={asked}
        onClose={() => setAsked(undefined)}
        onStarted={() => selection.setAll(false)}
      />
    </>
  )
  return { selection, bar }
}
