'use client'

import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { columns, madeBy } from '~/app/(signed-in)/tokens/columns'
import { RevokeButton } from '~/app/(signed-in)/tokens/revoke-button'
import { graphql } from '~/data/generated'
import type { TeamsWithTokensQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { confirm } from '~/ui/dialogs/confirm'
import { type Column, DataTable, numberColumn } from '~/ui/lists/data-table'
import { Failure } from '~/ui/feedback/failure'
import { lazyDialog } from '~/ui/dialogs/lazy-dialog'
import { NameLink } from '~/ui/links'
import { momentColumn } from '~/ui/moment'
import { PagedList } from '~/ui/lists/paged-list'
import { ListSection, Section } from '~/ui/section'
import { Note } from '~/ui/texts'
import { useUrlDialog } from '~/ui/dialogs/url-dialog'
import { useList } from '~/ui/lists/use-list'

const CreateDialog = lazyDialog(
  async () => (await import('~/app/(signed-in)/tokens/create-dialog')).CreateDialog,
)

const OrganizationToken = graphql(`
  query OrganizationToken($name: String!) {
    organization(name: $name) {
      token {
        ...TokenRow
      }
      auditTrailToken {
        ...TokenRow
      }
    }
  }
`)

const facts = [...columns.filter(({ key }) => key !== 'description'), madeBy]

const kinds = {
  token: {
    title: 'Organization token',
    about:
      'It can read the registry, workspaces and teams of the organization. It cannot change providers or modules, nor see tokens.',
    create: 'Create the token',
    called: (name: string) => `the token of ${name}`,
    holder: (name: string) => `acts as the organization ${name}`,
    dialog: 'create',
  },
  auditTrailToken: {
    title: 'Audit trail token',
    about:
      'It can only read the audit trail of the organization, for a program that collects audit logs. No other token can read it.',
    create: 'Create the audit trail token',
    called: (name: string) => `the audit trail token of ${name}`,
    holder: (name: string) => `reads the audit trail of ${name}`,
    dialog: 'create-audit-trail',
  },
} as const

/** A token of the organization: there is at most one of each kind, and a new one replaces it. */
export function OwnToken({ kind }: { kind: keyof typeof kinds }) {
  const { id, name } = useOrganization()
  const texts = kinds[kind]
  const called = texts.called(name)
  const { data, error, refetch } = useQuery(query(OrganizationToken, { name }))
  const create = useChange('organizationTokenCreate')
  const dialog = useUrlDialog(texts.dialog)
  const token = data?.organization?.[kind]
  const isForAuditTrail = kind === 'auditTrailToken'

  const askAndReplace = () =>
    confirm({
      title: `Replace ${called}?`,
      children: 'Anything that uses the current token loses access as soon as the new one is created.',
      action: 'Continue',
      danger: true,
      run: () => (dialog.open(), []),
    })

  return (
    <Section title={texts.title}>
      <Stack gap="md">
        <Note>{texts.about}</Note>
        {token ? (
          <>
            <DataTable label={texts.title} columns={facts} rows={[token]} rowKey={(row) => row.id} />
            <Group gap="xs">
              <Button size="xs" variant="default" onClick={askAndReplace}>
                Replace
              </Button>
              <RevokeButton token={token} name={called} />
            </Group>
          </>
        ) : data ? (
          <Group>
            <Button size="xs" variant="default" onClick={() => dialog.open()}>
              {texts.create}
            </Button>
          </Group>
        ) : error ? (
          <Failure title="The token could not be loaded" error={error} retry={refetch} />
        ) : (
          <Skeleton height={60} />
        )}
      </Stack>
      <CreateDialog
        opened={dialog.opened}
        onClose={dialog.close}
        holder={texts.holder(name)}
        takesScopes={!isForAuditTrail}
        create={({ expiresAt, scopes }) =>
          create.mutateAsync({ organizationId: id, isForAuditTrail, expiresAt, scopes })
        }
      />
    </Section>
  )
}

const TeamsWithTokens = graphql(`
  query TeamsWithTokens($name: String!, $page: PageInput!) {
    organization(name: $name) {
      teams(page: $page) {
        nodes {
          id
          name
          tokens(page: { size: 1 }) {
            nodes {
              id
              createdAt
            }
            totalCount
          }
        }
      }
    }
  }
`)

type Team = NonNullable<TeamsWithTokensQuery['organization']>['teams']['nodes'][number]

const teamColumns = (organization: string): readonly Column<Team>[] => [
  {
    key: 'team',
    header: 'Team',
    width: 5,
    place: 'title',
    cell: ({ id, name }) => <NameLink href={paths.team(organization, id)}>{name}</NameLink>,
  },
  numberColumn('tokens', 'Tokens', 2, ({ tokens }) => tokens.totalCount),
  momentColumn('newest', 'Newest', 3, ({ tokens }) => tokens.nodes[0]?.createdAt),
]

/** Number of tokens of each team; they are created and ended on the pages of the teams. */
export function TokensOfTeams() {
  const { name } = useOrganization()
  const list = useList(TeamsWithTokens, {
    noun: 'team',
    variables: { name },
    pick: (data) => data.organization?.teams,
  })
  return (
    <ListSection
      title="Team tokens"
      about={
        <Note mt={4}>
          A token of a team has the rights of the team. Create and revoke them on the page of the team.
        </Note>
      }
    >
      <PagedList
        columns={teamColumns(name)}
        {...list}
        label="Team tokens"
        expected={2}
        nothing="There are no teams."
      />
    </ListSection>
  )
}
