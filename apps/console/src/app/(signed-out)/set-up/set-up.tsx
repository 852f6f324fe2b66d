'use client'

import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { endpoints } from '~/paths'
import { useHydrated } from '~/ui/hydrated'
import { AccountForm } from '../account-form'
import { Note } from '~/ui/texts'
import { MissingLink } from './missing-link'
import { useSetUpToken } from './set-up-token'

/** The form of the set-up link, and what to do without that link. */
export function SetUp() {
  const fromLink = useSetUpToken()
  const [typed, setTyped] = useState<string>()
  const [refused, setRefused] = useState(false)
  const token = typed ?? fromLink
  const takeToken = (value: string) => {
    setTyped(value)
    setRefused(false)
  }
  if (!useHydrated()) return <Skeleton height={340} aria-hidden />
  if (token === undefined || refused) return <MissingLink refused={refused} onToken={takeToken} />
  return (
    <>
      <Note mb="md">There are no users yet. This creates the first administrator, with full access.</Note>
      <AccountForm
        endpoint={endpoints.setUp}
        token={token}
        ask={['username', 'email']}
        submitLabel="Create administrator"
        onRefused={() => setRefused(true)}
      />
    </>
  )
}
