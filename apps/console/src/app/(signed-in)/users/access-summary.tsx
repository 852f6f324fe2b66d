import { List, Stack, Text } from '@mantine/core'
import { graphql } from '~/data/generated'
import type { UserAccessQuery } from '~/data/generated/graphql'
import { count } from '~/ui/plural'

export const UserAccess = graphql(`
  query UserAccess($id: ID!) {
    user(id: $id) {
      accessCounts {
        tokens
        serviceTokens
        sessions
        links
      }
    }
  }
`)

type Counts = NonNullable<NonNullable<UserAccessQuery['user']>['accessCounts']>

/** In numbers what ends with all access of a user. */
export function AccessSummary({ counts, note }: { counts: Counts | undefined; note: string }) {
  return (
    <Stack gap="xs">
      <Text size="sm">This ends at once and cannot be undone:</Text>
      {counts && (
        <List size="sm">
          <List.Item>{count(counts.tokens, 'token')} of the user</List.Item>
          <List.Item>
            {count(counts.serviceTokens, 'token')} of teams and organizations that the user made
          </List.Item>
          <List.Item>{count(counts.sessions, 'session')}</List.Item>
          <List.Item>{count(counts.links, 'open link')}</List.Item>
        </List>
      )}
      <Text size="sm">The account is kept and can sign in again. {note}</Text>
    </Stack>
  )
}
