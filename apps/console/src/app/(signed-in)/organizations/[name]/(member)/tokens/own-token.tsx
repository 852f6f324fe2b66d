'use client'

import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { useChange } from '~/data/use-change'
import { confirm } from '~/ui/confirm'
import { DataTable } from '~/ui/data-table'
import { Failure } from '~/ui/failure'
import { Section } from '~/ui/section'
import { lazyDialog } from '~/ui/lazy-dialog'
import { Note } from '~/ui/texts'
import { useUrlDialog } from '~/ui/url-dialog'
import { columns, madeBy } from '~/app/(signed-in)/tokens/columns'
import { RevokeButton } from '~/app/(signed-in)/tokens/revoke-button'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'

const CreateDialog = lazyDialog(
  async () => (await import('~/app/(signed-in)/tokens/create-dialog')).CreateDialog,
)

const OrganizationToken = graphql(`
  query OrganizationToken($name: String!) {
    organization(name: $name) {
      token {
        ...TokenRow
      }
    }
  }
`)

const OrganizationTokenCreate = graphql(`
  mutation OrganizationTokenCreate($input: OrganizationTokenCreateInput!) {
    organizationTokenCreate(input: $input) {
      secret
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const facts = [...columns.filter(({ key }) => key !== 'description'), madeBy]

/** The one token of the organization: there is at most one, and a new one replaces it. */
export function OwnToken() {
  const { id, name } = useOrganization()
  const { data, error, refetch } = useQuery(query(OrganizationToken, { name }))
  const create = useChange(OrganizationTokenCreate)
  const dialog = useUrlDialog('create')
  const token = data?.organization?.token

  const askAndReplace = () =>
    confirm({
      title: `Replace the token of ${name}?`,
      children: 'Whatever uses the present one loses its access as soon as the new one is made.',
      action: 'Go on',
      danger: true,
      run: () => (dialog.open(), []),
    })

  return (
    <Section title="Token of the organization">
      <Stack gap="md">
        <Note>
          It reads what the organization has: its registry, its workspaces, its teams. It changes neither
          providers nor modules, and sees no tokens.
        </Note>
        {token ? (
          <>
            <DataTable
              label="Token of the organization"
              columns={facts}
              rows={[token]}
              rowKey={(row) => row.id}
            />
            <Group gap="xs">
              <Button size="xs" variant="default" onClick={askAndReplace}>
                Replace
              </Button>
              <RevokeButton token={token} name={`the token of ${name}`} />
            </Group>
          </>
        ) : data ? (
          <Group>
            <Button size="xs" onClick={() => dialog.open()}>
              Create the token
            </Button>
          </Group>
        ) : error ? (
          <Failure title="The token could not be loaded" error={error} retry={() => void refetch()} />
        ) : (
          <Skeleton height={60} />
        )}
      </Stack>
      <CreateDialog
        opened={dialog.opened}
        onClose={dialog.close}
        actsAs={`the organization ${name}`}
        create={({ expiresAt, scopes }) => create.mutateAsync({ organizationId: id, expiresAt, scopes })}
      />
    </Section>
  )
}
