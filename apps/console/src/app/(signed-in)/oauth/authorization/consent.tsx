import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import type { CliLoginAuthorizeInput } from '~/data/generated/graphql'
import { useChange } from '~/data/use-change'
import { useViewer } from '~/shell/viewer'
import { FactList } from '~/ui/fact-list'
import { useHydrated } from '~/ui/hydrated'
import { lifetimeInWords } from '~/app/(signed-in)/tokens/expiry'
import { Problems } from '~/ui/texts'

const CliLoginAuthorize = graphql(`
  mutation CliLoginAuthorize($input: CliLoginAuthorizeInput!) {
    cliLoginAuthorize(input: $input) {
      redirectUrl
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

type Props = {
  request: CliLoginAuthorizeInput
  onDone: (outcome: 'agreed' | 'declined') => void
}

/** Says who asks for what, and does nothing without a click. */
export function Consent({ request, onDone }: Props) {
  const { user, cliLoginLifetime } = useViewer()
  const ready = useHydrated()
  const authorize = useChange(CliLoginAuthorize)
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
          ['Account', `${user.username} (${user.email})`],
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
