'use client'

import { Alert, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { CliLoginAuthorizeInput } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { LinkButton } from '~/ui/links'
import { PageHeader } from '~/ui/page-header'
import { Consent } from './consent'

/** The page that `login` of the engine's CLI opens. */
export function CliLogin({ request }: { request: CliLoginAuthorizeInput | undefined }) {
  const [outcome, setOutcome] = useState<'agreed' | 'declined'>()
  return (
    <>
      <PageHeader title="Log in to the CLI" />
      <Stack maw={560} gap="md" align="flex-start">
        {request === undefined ? (
          <NoRequest />
        ) : outcome === undefined ? (
          <Consent request={request} onDone={setOutcome} />
        ) : (
          <Done outcome={outcome} />
        )}
      </Stack>
    </>
  )
}

function NoRequest() {
  return (
    <>
      <Alert color="red" role="alert" title="This is no request of the CLI">
        The address is not complete, or was not made by the CLI. Nothing has happened.
      </Alert>
      <Text size="sm">
        Run the login command again and open the whole address that it prints, or create a token yourself.
      </Text>
      <LinkButton href={paths.tokens()} variant="default">
        Go to my tokens
      </LinkButton>
    </>
  )
}

const texts = {
  agreed: 'You are being logged in. You can close this page once the terminal says that you are logged in.',
  declined: 'You were not logged in. You can close this page, and end the waiting command in the terminal.',
} as const

function Done({ outcome }: { outcome: 'agreed' | 'declined' }) {
  return (
    <>
      <Text role="status">{texts[outcome]}</Text>
      <LinkButton href={paths.tokens()} variant="default">
        Go to my tokens
      </LinkButton>
    </>
  )
}
