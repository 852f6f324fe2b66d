'use client'

import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

export function NewSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <Stack gap="md">
      <Text size="sm">It is shown this once. Keep it like a password: whoever has it acts as you.</Text>
      <Code block aria-label="Token" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {secret}
      </Code>
      <Group justify="flex-end" gap="xs">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button
              variant={copied ? 'default' : 'filled'}
              onClick={copy}
              data-autofocus
              leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
            >
              {copied ? 'Copied' : 'Copy token'}
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
