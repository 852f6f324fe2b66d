'use client'

import { Anchor, Button, Divider, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import { request } from '~/data/request'
import { paths } from '~/paths'
import { SignInForm } from '~/shell/sign-in-form'
import { SignOnButton } from '~/app/(signed-out)/sign-on-button'
import { Problems } from '~/ui/texts'

const InvitationJoin = graphql(`
  mutation InvitationJoin($input: InvitationAcceptInput!) {
    invitationAccept(input: $input) {
      user {
        username
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

type Props = {
  token: string
  /** Who is signed in; undefined: asks for that first. */
  username: string | undefined
  /** By which people sign in too. */
  provider: string | undefined
  /** What to do instead, where there is something. */
  onInstead?: () => void
  onRefused: () => void
}

/** Joins as who one is already; the link's secret stays on this page. */
export function Join({ token, username, provider, onInstead, onRefused }: Props) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function join() {
    setPending(true)
    setProblem(undefined)
    try {
      const { user, userErrors } = (await request(InvitationJoin, { input: { token } })).invitationAccept
      if (user) return window.location.assign(paths.overview())
      if (userErrors.some(({ code }) => code === 'NOT_FOUND')) return onRefused()
      setProblem(userErrors.map(({ message }) => message).join('. '))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    setPending(false)
  }

  return (
    <Stack gap="sm">
      <Problems texts={problem === undefined ? [] : [problem]} />
      {username === undefined ? (
        <>
          <Text size="sm">Sign in, and you join with your account.</Text>
          {provider !== undefined && (
            <>
              <SignOnButton name={provider} next={paths.invitation(token)} />
              <Divider label="or with a password" />
            </>
          )}
          <SignInForm isSecond={provider !== undefined} onSignedIn={() => void join()} />
        </>
      ) : (
        <Button loading={pending} onClick={() => void join()}>
          Join as {username}
        </Button>
      )}
      {onInstead && (
        <Anchor component="button" type="button" size="sm" onClick={onInstead}>
          Create an account instead
        </Anchor>
      )}
    </Stack>
  )
}
