'use client'

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { lifetimeInWords } from '~/app/(signed-in)/tokens/token-presets'
import type { CliLoginAuthorizeInput } from '~/data/generated/graphql'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { useViewer } from '~/shell/viewer'
import { FactList } from '~/ui/fact-list'
import { useHydrated } from '~/ui/hydrated'
import { LinkButton } from '~/ui/links'
import { PageHeader } from '~/ui/page-header'
import { Problems } from '~/ui/texts'

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
      <Alert color="red" role="alert" title="This request does not come from the CLI">
        The address is not complete, or does not come from the CLI. Nothing has happened.
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

type Props = {
  request: CliLoginAuthorizeInput
  onDone: (outcome: 'agreed' | 'declined') => void
}

/** Says who asks for what, and does nothing without a click. */
function Consent({ request, onDone }: Props) {
  const { user, cliLoginLifetime } = useViewer()
  const ready = useHydrated()
  const authorize = useChange('cliLoginAuthorize')
  const [problem, setProblem] = useState<string>()

  async function agree() {
    setProblem(undefined)
    try {
      const { redirectUrl, userErrors } = await authorize.mutateAsync(request)
      if (!redirectUrl) return setProblem(userErrors.map(({ message }) => message).join('. '))
      onDone('agreed')
      window.location.assign(redirectUrl)
    } catch {
      setProblem('You were not logged in.')
    }
  }

  return (
    <>
      <Problems texts={problem === undefined ? [] : [problem]} />
      <Text>The engine’s CLI on this computer asks to work as you.</Text>
      <FactList
        labelWidth="6rem"
        facts={[
          ['Account', user.email === null ? user.username : `${user.username} (${user.email})`],
          [
            'It gets',
            `a token with all your rights, for ${lifetimeInWords(cliLoginLifetime)}; you can revoke it in My tokens`,
          ],
          ['Sent to', new URL(request.redirectUri).host],
        ]}
      />
      <Alert color="yellow" title="Did you run the login command yourself, just now?">
        If not, another person may be trying to act as you: do not log in.
      </Alert>
      <Group gap="xs">
        <Button onClick={() => void agree()} loading={authorize.isPending} disabled={!ready}>
          Log in as {user.username}
        </Button>
        <Button variant="default" onClick={() => onDone('declined')} disabled={!ready || authorize.isPending}>
          Do not log in
        </Button>
      </Group>
    </>
  )
}
