'use client'

import { Alert, Button, Code, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { isUnreachable, requestIdOf } from '../data/answer'

type Props = {
  title: string
  error: unknown
  /** In place of the error's own text. */
  text?: string
  retry: () => unknown
}

const seconds = 5

/** What could not be loaded, and a way to try again; by itself where the API gave no answer. */
export function Failure({ title, error, text, retry }: Props) {
  const requestId = requestIdOf(error)
  const isNamed = isUnreachable(error)
  const [tried, setTried] = useState<unknown>()
  const tryAgain = () => {
    setTried(error)
    retry()
  }
  useAgain(isNamed && tried !== error, tryAgain)
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle size={18} />}
      title={isNamed ? 'The API does not answer' : title}
      role="alert"
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {isNamed
            ? `${title}. The console tries again every ${seconds} seconds.`
            : (text ?? (error instanceof Error ? error.message : String(error)))}
        </Text>
        {requestId !== undefined && (
          <Text size="xs">
            Request <Code style={{ overflowWrap: 'anywhere' }}>{requestId}</Code>
          </Text>
        )}
        <Button size="xs" variant="default" loading={isNamed && tried === error} onClick={tryAgain}>
          Try again
        </Button>
      </Stack>
    </Alert>
  )
}

function useAgain(isWanted: boolean, tryAgain: () => void): void {
  const again = useEffectEvent(tryAgain)
  useEffect(() => {
    if (!isWanted) return
    const timer = setTimeout(() => again(), seconds * 1000)
    return () => clearTimeout(timer)
  }, [isWanted])
}
