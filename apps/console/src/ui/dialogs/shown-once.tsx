'use client'

import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Props = {
  /** Name of the value, such as `Token`. */
  label: string
  value: string
  copyLabel: string
  children: ReactNode
  onDone: () => void
}

/** A secret that can be seen and copied now and never again. */
export function ShownOnce({ label, value, copyLabel, children, onDone }: Props) {
  return (
    <Stack gap="md">
      <Text size="sm">{children}</Text>
      <Code block aria-label={label} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {value}
      </Code>
      <Group justify="flex-end" gap="xs">
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button
              variant={copied ? 'default' : 'filled'}
              onClick={copy}
              data-autofocus
              leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
            >
              {copied ? 'Copied' : copyLabel}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
      </Group>
    </Stack>
  )
}
