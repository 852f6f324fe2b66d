import { Alert, Button, Code, List, PasswordInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'

/** Where the set-up link comes from, and a field for a token that the configuration gives. */
export function MissingLink({ refused, onToken }: { refused: boolean; onToken: (token: string) => void }) {
  const [token, setToken] = useState('')
  return (
    <Stack gap="sm">
      {refused ? (
        <Alert color="red" role="alert" title="This link has expired or is invalid">
          It was used, is older than an hour, or the server was started again since.
        </Alert>
      ) : (
        <Text size="sm">
          The first administrator is made with a one-time link, and this page was opened without it.
        </Text>
      )}
      <List size="sm" spacing={6} type="ordered">
        <List.Item>
          Look at the terminal where <Code>npm start</Code> runs, or at the log of the API.
        </List.Item>
        <List.Item>
          Open the newest link there that ends in <Code>/set-up?token=…</Code>. It is good for 60 minutes.
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
