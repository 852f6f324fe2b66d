'use client'

import { Button, Group } from '@mantine/core'

export const UndoMessage = ({ message, run }: { message: string; run: () => void }) => (
  <Group gap="xs" justify="space-between" wrap="nowrap">
    <span style={{ overflowWrap: 'anywhere' }}>{message}</span>
    <Button size="compact-sm" variant="light" style={{ flexShrink: 0 }} onClick={run}>
      Undo
    </Button>
  </Group>
)
