'use client'

import { Button } from '@mantine/core'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import type { TokenRowFragment } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { change } from '~/data/use-change'
import { useAsk } from '~/shell/act'
import type { Column } from '~/ui/data-table'
import { toastFailure } from '~/ui/toast'
import { Consequences } from './consequences'

const TokenConsequences = graphql(`
  query TokenConsequences($id: ID!) {
    authenticationToken(id: $id) {
      consequences {
        ...ConsequenceFacts
      }
    }
  }
`)

type Token = Pick<TokenRowFragment, 'id' | 'description'>

/** Ends a token at once, after asking; `name` is what it is called where it has no description. */
export function RevokeButton({ token: { id, description }, name }: { token: Token; name?: string }) {
  const askFor = useAsk()
  const called = name ?? description ?? 'the token without description'
  const [isAsking, setIsAsking] = useState(false)
  async function ask() {
    setIsAsking(true)
    const { authenticationToken } = await request(TokenConsequences, { id }).finally(() => setIsAsking(false))
    askFor({
      change: change('authenticationTokenDelete', { id }),
      question: {
        title: `Revoke ${called}?`,
        body: <Consequences of={authenticationToken?.consequences} />,
        confirm: 'Revoke token',
        danger: true,
      },
      done: 'The token is revoked.',
    })
  }
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={isAsking}
      onClick={() => void ask().catch(toastFailure)}
      aria-label={`Revoke ${called}`}
    >
      Revoke
    </Button>
  )
}

/** The last column of a list of tokens. */
export const revokeColumn: Column<TokenRowFragment> = {
  key: 'actions',
  header: 'Actions',
  width: 1.7,
  align: 'end',
  place: 'menu',
  cell: (token) => <RevokeButton token={token} />,
}
