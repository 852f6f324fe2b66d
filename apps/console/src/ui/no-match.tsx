'use client'

import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { Empty } from './empty'

type Props = {
  title: string
  hint: string
  onClear: () => void
}

/** Why a list is empty that is narrowed, and the way out. */
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
