'use client'

import { List, Skeleton, Stack, Text } from '@mantine/core'
import { IconAdjustments, IconPower, IconShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import type { OrganizationActionFactsFragment } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { change } from '~/data/use-change'
import { paths } from '~/paths'
import { useAct } from '~/shell/act'
import { deletion } from '~/shell/deletion'
import type { Action } from '~/ui/action-button'
import { useBlockedConfirmation } from '~/ui/dialogs/block-confirmation'
import { Failure } from '~/ui/feedback/failure'
import { useRouter } from '~/ui/navigation'
import { deleteConsequences, disableConsequences, type OrganizationContents } from './consequences'

export const OrganizationActionFacts = graphql(`
  fragment OrganizationActionFacts on SiteOrganization {
    id
    name
    isDisabled
  }
`)

type Organization = OrganizationActionFactsFragment

/** Returns the actions on an organization, the same in the list, on its page and in the palette. */
export function useOrganizationActions(onDeleted?: () => void): (organization: Organization) => Action[] {
  const router = useRouter()
  const act = useAct()
  return ({ id, name, isDisabled }) => [
    { label: 'Share modules', icon: IconShare, run: () => router.push(paths.organizationSharing(name)) },
    { label: 'Limits', icon: IconAdjustments, run: () => router.push(paths.organizationLimits(name)) },
    act(isDisabled ? enable(id, name) : disable(id, name)),
    deletion(act, {
      name,
      change: change('siteOrganizationDelete', { id }),
      body: (
        <ConsequenceList
          name={name}
          before="This cannot be undone:"
          sentencesOf={deleteConsequences}
          after="To close it temporarily, disable it instead."
        />
      ),
      reason: 'required',
      typed: name,
      after: onDeleted,
    }),
  ]
}

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

/** Effects of a decision about an organization, queried when the question opens. */
function ConsequenceList({ name, before, sentencesOf, after }: Props) {
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
        <Failure title="The impact could not be loaded" error={error} retry={refetch} />
      ) : (
        <Skeleton height={110} />
      )}
      <Text size="sm">{after}</Text>
    </Stack>
  )
}

export const enable = (id: string, name: string) => ({
  label: 'Enable',
  icon: IconPower,
  change: change('siteOrganizationUpdate', { id, isDisabled: false }),
  question: {
    title: `Enable ${name}?`,
    body: 'Its members, tokens, workspaces, modules and sharing work again at once.',
    confirm: `Enable ${name}`,
    reason: true as const,
  },
  done: `${name} is enabled.`,
})

const disable = (id: string, name: string) => ({
  label: 'Disable',
  icon: IconPower,
  change: change('siteOrganizationUpdate', { id, isDisabled: true }),
  question: {
    title: `Disable ${name}?`,
    body: (
      <ConsequenceList
        name={name}
        before="Until it is enabled again:"
        sentencesOf={disableConsequences}
        after="Nothing is deleted: enable it to restore everything."
      />
    ),
    confirm: `Disable ${name}`,
    danger: true,
    reason: 'required' as const,
  },
  done: `${name} is disabled.`,
})
