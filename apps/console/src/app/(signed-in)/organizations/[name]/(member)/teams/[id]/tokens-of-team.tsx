'use client'

import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'
import { PagedList } from '~/ui/paged-list'
import { lazyDialog } from '~/ui/lazy-dialog'
import { ListSection } from '~/ui/section'
import { Note } from '~/ui/texts'
import { useUrlDialog } from '~/ui/url-dialog'
import { useList } from '~/ui/use-list'
import { columns, madeBy } from '~/app/(signed-in)/tokens/columns'
import { revokeColumn } from '~/app/(signed-in)/tokens/revoke-button'
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
          ...PageFacts
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
  const list = useList(TeamTokens, {
    noun: 'token',
    pageName: 'tokens',
    size: 10,
    variables: { id },
    pick: (data) => data.team?.tokens,
  })
  const create = useChange(TeamTokenCreate)
  const dialog = useUrlDialog('create')
  const newButton = (
    <Button size="xs" variant="default" leftSection={<IconPlus size={15} />} onClick={() => dialog.open()}>
      New token
    </Button>
  )
  return (
    <ListSection
      title="Tokens"
      action={newButton}
      about={
        <Note mt={4}>
          For automation: a token of the team has the rights of the team, and stays when members leave.
        </Note>
      }
    >
      <PagedList columns={shownColumns} {...list} expected={2} nothing="The team has no tokens yet." />
      <CreateDialog
        opened={dialog.opened}
        onClose={dialog.close}
        holder={`acts as a member of ${name}`}
        aboutDescription="Distinguishes the tokens of the team. A new token without one replaces the one without."
        create={(wish) => create.mutateAsync({ teamId: id, ...wish })}
      />
    </ListSection>
  )
}
