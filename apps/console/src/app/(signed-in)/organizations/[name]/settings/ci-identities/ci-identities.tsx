'use client'

import { Group, Paper } from '@mantine/core'
import { IconPlus, IconRobot, IconTestPipe } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { scopesInWords } from '~/app/(signed-in)/tokens/token-presets'
import { graphql } from '~/data/generated'
import type { CiIdentityListQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { ActionButton } from '~/ui/action-button'
import type { Column } from '~/ui/lists/data-table'
import { Empty } from '~/ui/feedback/empty'
import { lazyDialog } from '~/ui/dialogs/lazy-dialog'
import { LinkButton, NameLink, NewButton } from '~/ui/links'
import { ListMoment } from '~/ui/moment'
import { PageHeader } from '~/ui/page-header'
import { PagedList } from '~/ui/lists/paged-list'
import { Nothing, Note, Small } from '~/ui/texts'
import { useUrlDialog } from '~/ui/dialogs/url-dialog'
import { useList } from '~/ui/lists/use-list'
import { IdentityState } from './identity-state'
import { jobIn, jobText } from './recent-jobs'
import { Exchanges, KnownIssuers } from './queries'

const TryToken = lazyDialog(async () => (await import('./try-token')).TryToken)

const CiIdentityList = graphql(`
  query CiIdentityList($organization: String!, $page: PageInput!) {
    ciIdentities(organization: $organization, page: $page) {
      nodes {
        ...CiIdentityFacts
      }
    }
  }
`)

type Row = NonNullable<CiIdentityListQuery['ciIdentities']>['nodes'][number]

const columnsOf = (lastJobs: ReadonlyMap<string, string>): readonly Column<Row>[] => [
  {
    key: 'name',
    header: 'Name',
    width: 5,
    place: 'title',
    cell: ({ id, name, organization, scopes }) => (
      <>
        <NameLink href={paths.ciIdentity(organization.name, id)}>{name}</NameLink>
        <Small>{scopesInWords(scopes)}</Small>
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    width: 2.4,
    place: 'below',
    cell: ({ enabled }) => <IdentityState enabled={enabled} quiet />,
  },
  { key: 'issuer', header: 'Issuer', width: 2.5, cell: ({ issuer }) => issuer?.name ?? <Nothing /> },
  { key: 'team', header: 'Team', width: 2.5, place: 'wide', cell: ({ team }) => team?.name ?? <Nothing /> },
  {
    key: 'used',
    header: 'Last used',
    width: 4,
    cell: ({ id, lastUsedAt }) => (
      <>
        <ListMoment at={lastUsedAt} />
        {lastUsedAt !== null && lastJobs.has(id) && <Small>by {lastJobs.get(id)}</Small>}
      </>
    ),
  },
]

/** List of the CI jobs that get tokens, with their teams. */
export function CiIdentities({ organization, mayWrite }: { organization: string; mayWrite: boolean }) {
  const list = useList(CiIdentityList, {
    noun: ['CI identity', 'CI identities'],
    variables: { organization },
    pick: (data) => data.ciIdentities,
  })
  const issuers = useQuery(query(KnownIssuers, { organization })).data?.knownIssuers?.nodes
  const lastJobs = useLastJobs(organization)
  const dialog = useUrlDialog('try')
  const hasIssuers = issuers === undefined || issuers.length > 0
  return (
    <>
      <PageHeader
        title="CI identities"
        tab={`CI identities · Settings · ${organization}`}
        actions={
          mayWrite && (
            <Group gap="xs">
              <ActionButton
                variant="default"
                leftSection={<IconTestPipe size={16} />}
                onClick={() => dialog.open()}
              >
                Try a token
              </ActionButton>
              {hasIssuers ? (
                <NewButton href={paths.ciIdentityNew(organization)}>New CI identity</NewButton>
              ) : (
                <ActionButton
                  leftSection={<IconPlus size={16} />}
                  disabledReason="This organization has no trusted issuer yet"
                >
                  New CI identity
                </ActionButton>
              )}
            </Group>
          )
        }
      />
      <Note mb="md" maw={720}>
        A CI job proves its identity with a token that its CI system signs. If it matches one of these, it
        gets a team token for some minutes. No secret is stored.
      </Note>
      <Paper>
        <PagedList
          columns={columnsOf(lastJobs)}
          {...list}
          expected={2}
          nothing={<NoneYet organization={organization} hasIssuers={hasIssuers} mayWrite={mayWrite} />}
        />
      </Paper>
      {mayWrite && <TryToken organization={organization} opened={dialog.opened} onClose={dialog.close} />}
    </>
  )
}

/** Returns the latest job of each identity, among the newest hundred. */
function useLastJobs(organization: string): ReadonlyMap<string, string> {
  const filter = { organization, action: 'ci-identity.exchange' }
  const { data } = useQuery(query(Exchanges, { filter, page: { number: 1, size: 100 } }))
  const oldestFirst = [...(data?.auditEvents.nodes ?? [])].reverse()
  return new Map(oldestFirst.map(({ target, after }) => [target.id, jobText(jobIn(after))]))
}

type NoneProps = { organization: string; hasIssuers: boolean; mayWrite: boolean }

/** Empty state that says what to set up first. */
function NoneYet({ organization, hasIssuers, mayWrite }: NoneProps) {
  const isAdministrator = useMay('TRUSTED_ISSUERS_WRITE')
  if (hasIssuers)
    return (
      <Empty
        icon={IconRobot}
        title="No CI identities yet"
        action={mayWrite && <NewButton href={paths.ciIdentityNew(organization)}>New CI identity</NewButton>}
      >
        Say which repository may publish, install or apply. The page of the identity then has the job to copy.
      </Empty>
    )
  if (isAdministrator)
    return (
      <Empty
        icon={IconRobot}
        title="Your CI system is not trusted yet"
        action={<LinkButton href={paths.trustedIssuers({ dialog: 'create' })}>Trust an issuer</LinkButton>}
      >
        Trust the CI system first. Then say here which of its jobs get a token.
      </Empty>
    )
  return (
    <Empty icon={IconRobot} title="Your CI system is not trusted yet">
      Ask a site administrator to add it under <strong>Trusted issuers</strong>, for this organization. Then
      say here which of its jobs get a token.
    </Empty>
  )
}
