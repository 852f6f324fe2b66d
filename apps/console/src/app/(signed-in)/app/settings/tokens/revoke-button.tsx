'use client'

import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { graphql } from '../../../../../data/generated'
import type { TokenRowFragment } from '../../../../../data/generated/graphql'
import { request } from '../../../../../data/request'
import { confirm } from '../../../../../ui/confirm'
import { toastDone } from '../../../../../ui/toast'

const AuthenticationTokenDelete = graphql(`
  mutation AuthenticationTokenDelete($input: AuthenticationTokenDeleteInput!) {
    authenticationTokenDelete(input: $input) {
      deletedId
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

/** Ends a token at once, after asking. */
export function RevokeButton({ token: { id, description } }: { token: TokenRowFragment }) {
  const client = useQueryClient()
  const revoke = useMutation({
    mutationFn: async () =>
      (await request(AuthenticationTokenDelete, { input: { id } })).authenticationTokenDelete,
    onSuccess: () => client.invalidateQueries({ queryKey: ['tokens'] }),
  })
  const name = description ?? 'the token without description'
  const ask = () =>
    confirm({
      title: `Revoke ${name}?`,
      children: 'Whatever uses this token loses its access at once. This cannot be undone.',
      action: 'Revoke token',
      danger: true,
      run: async () => {
        const { userErrors } = await revoke.mutateAsync()
        if (userErrors.length === 0) toastDone('The token is revoked.')
        return userErrors.map(({ message }) => message)
      },
    })
  return (
    <Button size="compact-xs" variant="default" onClick={ask} aria-label={`Revoke ${name}`}>
      Revoke
    </Button>
  )
}
