'use client'

import { Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { useHydrated } from '../../../ui/hydrated'
import { MissingLink } from './missing-link'
import { SetUpForm } from './set-up-form'
import { useSetUpToken } from './set-up-token'

/** The form for whoever holds the link of the start, and what to do for those who do not. */
export function SetUp() {
  const token = useSetUpToken()
  const [refused, setRefused] = useState(false)
  if (!useHydrated()) return <Skeleton height={340} aria-hidden />
  if (token === undefined || refused) return <MissingLink refused={refused} />
  return (
    <>
      <Text size="sm" c="dimmed" mb="md">
        Nobody can sign in yet. This makes the first administrator, who may do everything.
      </Text>
      <SetUpForm token={token} onRefused={() => setRefused(true)} />
    </>
  )
}
