'use client'

import { Button, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import type { TokenConsequencesQuery, TokenRowFragment } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { change } from '~/data/use-change'
import { useAsk } from '~/shell/act'
import { actionsColumn } from '~/ui/lists/data-table'
import { count, numberText } from '~/ui/text'
import { toastFailure } from '~/ui/feedback/toast'

const TokenConsequences = graphql(`
  query TokenConsequences($id: ID!) {
    authenticationToken(id: $id) {
      consequences {
        endsCount
        ends {
          id
          name
        }
        staysCount
        stays {
          id
          name
          ownerType
          ownerName
        }
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

export const revokeColumn = actionsColumn<TokenRowFragment>(1.7, (token) => <RevokeButton token={token} />)

type Facts = NonNullable<TokenConsequencesQuery['authenticationToken']>['consequences']
type Names = { title: string; names: readonly (readonly [id: string, name: string])[]; all: number }

/** Effects of the end of a token, by name: what ends too, and what stays. */
function Consequences({ of }: { of: Facts | undefined }) {
  return (
    <Stack gap="xs">
      <Text size="sm">Anything that uses this token loses access immediately. This cannot be undone.</Text>
      {of !== undefined && of.endsCount > 0 && (
        <Named
          title={`Ends ${count(of.endsCount, 'token')} too, made with this one:`}
          names={of.ends.map(({ id, name }) => [id, name ?? 'Without description'])}
          all={of.endsCount}
        />
      )}
      {of !== undefined && of.staysCount > 0 && (
        <Named
          title={`${count(of.staysCount, 'token')} made with it ${of.staysCount === 1 ? 'stays' : 'stay'}:`}
          names={of.stays.map((token) => [token.id, nameOf(token)])}
          all={of.staysCount}
        />
      )}
    </Stack>
  )
}

function Named({ title, names, all }: Names) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="sm">
        {names.map(([id, name]) => (
          <List.Item key={id}>{name}</List.Item>
        ))}
        {all > names.length && <List.Item>and {numberText(all - names.length)} more</List.Item>}
      </List>
    </div>
  )
}

/** `ci, of the team release` or `the token of acme`. */
function nameOf({ name, ownerType, ownerName }: Facts['stays'][number]): string {
  if (ownerType === 'ORGANIZATION') return `the token of the organization ${ownerName}`
  return name === null ? `the token of the team ${ownerName}` : `${name}, of the team ${ownerName}`
}
