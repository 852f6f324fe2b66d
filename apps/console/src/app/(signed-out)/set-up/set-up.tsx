'use client'

import { Alert, Button, Code, List, PasswordInput, Skeleton, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { endpoints, paths } from '~/paths'
import { useHydrated } from '~/ui/hydrated'
import { Note } from '~/ui/texts'
import { AccountForm } from '../account-form'

/** The token of the set-up link, which leaves the address bar once read: no history or shared screen has it. */
function useSetUpToken(): string | undefined {
  const [token] = useState(() =>
    typeof window === 'undefined' ? null : new URLSearchParams(window.location.search).get('token'),
  )
  useEffect(() => window.history.replaceState(null, '', paths.setUp()), [])
  return token || undefined
}

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

/** Notice that says where to find the set-up link, with a field for a token from the configuration. */
function MissingLink({ refused, onToken }: { refused: boolean; onToken: (token: string) => void }) {
  const [token, setToken] = useState('')
  return (
    <Stack gap="sm">
      {refused ? (
        <Alert color="red" role="alert" title="This link has expired or is invalid">
          It was used, is older than an hour, or the server was started again since.
        </Alert>
      ) : (
        <Text size="sm">
          A one-time link creates the first administrator, and this page was opened without it.
        </Text>
      )}
      <List size="sm" spacing={6} type="ordered">
        <List.Item>
          Look at the terminal where <Code>npm start</Code> runs, or at the log of the API.
        </List.Item>
        <List.Item>
          Open the newest link there that ends in <Code>/set-up?token=…</Code>. It is valid for 60 minutes.
        </List.Item>
        <List.Item>
          If it is too old, start the server again: each start without users prints a new one.
        </List.Item>
      </List>
      <Button variant="default" onClick={() => window.location.reload()}>
        Check again
      </Button>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (token !== '') onToken(token)
        }}
      >
        <Stack gap="sm">
          <PasswordInput
            label="Set-up token"
            description="Where INITIAL_ADMIN_CREATION_TOKEN is set, no link is printed: enter its value."
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
            autoComplete="off"
          />
          <Button type="submit" disabled={token === ''}>
            Continue
          </Button>
        </Stack>
      </form>
    </Stack>
  )
}
