'use client'

import { Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { isUnreachable, requestIdOf } from '~/data/answer'
import { Exact } from '../texts'
import { Banner } from './banner'

type Props = {
  title: string
  error: unknown
  /** Text shown instead of the error's. */
  text?: string
  retry: () => unknown
}

const seconds = 5

/**
 * Message for what could not be loaded, with a button to try again; it retries by itself if the API gave no
 * answer.
 */
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
    <Banner
      color="red"
      icon={IconAlertTriangle}
      title={isNamed ? 'The API does not answer' : title}
      actions={
        <Button size="xs" variant="default" loading={isNamed && tried === error} onClick={tryAgain}>
          Try again
        </Button>
      }
    >
      {isNamed
        ? `${title}. The console tries again every ${seconds} seconds.`
        : (text ?? (error instanceof Error ? error.message : String(error)))}
      {requestId !== undefined && (
        // In the colour of the text: what stands back cannot be read on the banner's ground.
        <Text span size="xs" display="block">
          Request <Exact>{requestId}</Exact>
        </Text>
      )}
    </Banner>
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
