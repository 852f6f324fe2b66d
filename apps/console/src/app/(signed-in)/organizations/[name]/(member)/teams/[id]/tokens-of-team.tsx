'use client'

import { Box, Button, Group, Paper, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { PagedList } from '~/ui/paged-list'
import { lazyDialog } from '~/ui/lazy-dialog'
import { useUrlDialog } from '~/ui/url-dialog'
import { columns, madeBy } from '~/app/(signed-in)/tokens/columns'
import { revokeColumn } from '~/app/(signed-in)/tokens/revoke-button'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import type { FoundTeam } from './queries'

const CreateDialog = lazyDialog(
  async () => (await import('~/app/(signed-in)/tokens/create-dialog')).CreateDialog,
)

const TeamTokens = graphql(`
  query TeamTokens($id: ID!, $page: PageInput!) {
    team(id: $id) {
      tokens(page: $page) {
        nodes {
          ...TokenRow
        }
        pageInfo {
          number
          size
          totalPages
        }
        totalCount
      }
    }
  }
`)

const TeamTokenCreate = graphql(`
  mutation TeamTokenCreate($input: TeamTokenCreateInput!) {
    teamTokenCreate(input: $input) {
      secret
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

// A narrower list than that of one's own tokens, in which the button needs as much room.
const shownColumns = [...columns, madeBy, { ...revokeColumn, width: 3 }]

/** The tokens that act as a member of the team. */
export function TokensOfTeam({ team: { id, name } }: { team: FoundTeam }) {
  const organization = useOrganization()
  const text = useSearchParams().get('tokens') ?? ''
  const page = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1
  const list = useQuery({
    ...query('tokens', TeamTokens, { id, page: { number: page, size: 10 } }),
    placeholderData: keepPreviousData,
  })
  const create = useChange(TeamTokenCreate)
  const dialog = useUrlDialog('create')
  return (
    <Paper component="section" aria-labelledby="tokens">
      <Box p="md" pb="xs">
        <Group justify="space-between">
          <Title order={2} id="tokens">
            Tokens
          </Title>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={15} />}
            onClick={() => dialog.open()}
          >
            New token
          </Button>
        </Group>
        <Text size="sm" c="dimmed" mt={4}>
          For automation: a token of the team may do what the team may do, and stays when members leave.
        </Text>
      </Box>
      <PagedList
        label="Tokens"
        columns={shownColumns}
        list={list}
        found={list.data?.team?.tokens}
        expected={2}
        failureTitle="The tokens could not be loaded"
        nothing={
          <Text size="sm" c="dimmed" px="md" pb="md">
            The team has no tokens yet.
          </Text>
        }
        onPage={(number) =>
          window.history.pushState(null, '', paths.team(organization.name, id, { tokens: number }))
        }
      />
      <CreateDialog
        opened={dialog.opened}
        onClose={dialog.close}
        actsAs={`a member of ${name}`}
        aboutDescription="Distinguishes the tokens of the team. A new token without one replaces the one without."
        create={(wish) => create.mutateAsync({ teamId: id, ...wish })}
      />
    </Paper>
  )
}
