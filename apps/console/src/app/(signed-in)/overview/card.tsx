'use client'

import { Anchor, Paper, Skeleton, Stack, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { Failure } from '~/ui/feedback/failure'
import { Link } from '~/ui/link'

type Props = {
  title: string
  /** Page with all of it. */
  path?: string
  loading: boolean
  /** Expected height of the content. */
  expected?: number
  error: Error | null
  retry: () => unknown
  children: ReactNode
}

/** One part of the overview, with its own loading and failure, so that one that fails hides no other. */
export function Card({ title, path, loading, expected = 60, error, retry, children }: Props) {
  const id = useId()
  return (
    <Paper component="section" p="md" aria-labelledby={id}>
      <Stack gap="sm">
        <Title order={2} id={id}>
          {path === undefined ? (
            title
          ) : (
            <Anchor component={Link} href={path} inherit c="inherit">
              {title}
            </Anchor>
          )}
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
