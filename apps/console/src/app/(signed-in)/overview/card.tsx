'use client'

import { Paper, Skeleton, Stack, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { Failure } from '~/ui/failure'

type Props = {
  title: string
  loading: boolean
  /** How high the content is expected to be. */
  expected?: number
  error: Error | null
  retry: () => unknown
  children: ReactNode
}

/** One part of the overview, with its own loading and failure, so that one that fails hides no other. */
export function Card({ title, loading, expected = 60, error, retry, children }: Props) {
  const id = useId()
  return (
    <Paper component="section" p="md" aria-labelledby={id} h="100%">
      <Stack gap="sm">
        <Title order={2} id={id}>
          {title}
        </Title>
        {error ? (
          <Failure title="This could not be loaded" error={error} retry={retry} />
        ) : loading ? (
          <Skeleton height={expected} />
        ) : (
          children
        )}
      </Stack>
    </Paper>
  )
}
