'use client'

import { Alert, Button, Code, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'

/** The request an error belongs to, by which both servers' logs can be searched. */
export function requestIdOf(error: unknown): string | undefined {
  const digest = error instanceof Error && 'digest' in error ? error.digest : undefined
  return typeof digest === 'string' && digest !== '' ? digest : undefined
}

type Props = {
  title: string
  error: unknown
  /** In place of the error's own text. */
  text?: string
  retry: () => void
}

/** Something could not be loaded: what, how to find it in the logs, and a way to try again. */
export function Failure({ title, error, text, retry }: Props) {
  const requestId = requestIdOf(error)
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} title={title} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{text ?? (error instanceof Error ? error.message : String(error))}</Text>
        {requestId !== undefined && (
          <Text size="xs">
            Request <Code style={{ overflowWrap: 'anywhere' }}>{requestId}</Code>
          </Text>
        )}
        <Button size="xs" variant="default" onClick={retry}>
          Try again
        </Button>
      </Stack>
    </Alert>
  )
}
