'use client'

import { List, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { useBlockedConfirmation } from '~/ui/block-confirmation'
import { Failure } from '~/ui/failure'
import type { OrganizationContents } from './consequences'

const OrganizationVisibility = graphql(`
  query OrganizationVisibility($name: String!) {
    siteOrganization(name: $name) {
      disableConsequences {
        members
        workspaces
        teams
        modules
        providers
        consumersLosing
      }
    }
  }
`)

type Props = {
  name: string
  before: string
  sentencesOf: (contents: OrganizationContents) => readonly string[]
  after: string
}

/** What a decision about an organization means, asked of the API when the question comes up. */
export function ConsequenceList({ name, before, sentencesOf, after }: Props) {
  const { data, error, refetch } = useQuery(query(OrganizationVisibility, { name }))
  const contents = data?.siteOrganization?.disableConsequences
  const missing = error ? 'The impact could not be loaded' : 'The impact is still loading'
  useBlockedConfirmation(contents ? undefined : missing)
  return (
    <Stack gap="xs">
      <Text size="sm">{before}</Text>
      {contents ? (
        <List size="sm" spacing={4}>
          {sentencesOf(contents).map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      ) : error ? (
        <Failure title="The impact could not be loaded" error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height={110} />
      )}
      <Text size="sm">{after}</Text>
    </Stack>
  )
}
