'use client'

import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { Empty } from '../feedback/empty'

type Props = {
  title: string
  hint: string
  onClear: () => void
}

/** Notice that filters leave a list empty, with a button to clear them. */
export function NoMatch({ title, hint, onClear }: Props) {
  const clear = (
    <Button variant="default" onClick={onClear}>
      Clear filters
    </Button>
  )
  return (
    <Empty icon={IconSearchOff} title={title} action={clear}>
      {hint}
    </Empty>
  )
}
