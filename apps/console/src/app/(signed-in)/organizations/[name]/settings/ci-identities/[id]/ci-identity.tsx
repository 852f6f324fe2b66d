'use client'

import { Anchor, Tabs, Text } from '@mantine/core'
import { IconEdit, IconPlayerPause, IconPlayerPlay, IconRobot, IconTestPipe } from '@tabler/icons-react'
import { scopesInWords } from '~/app/(signed-in)/tokens/token-presets'
import type { CiIdentityDetailQuery, ExchangesQuery } from '~/data/generated/graphql'
import { change } from '~/data/use-change'
import { useFound } from '~/data/use-found'
import { paths } from '~/paths'
import { useAct } from '~/shell/act'
import { deletion } from '~/shell/deletion'
import type { Action } from '~/ui/action-button'
import { DetailLayout } from '~/ui/detail-layout'
import { CodeToCopy } from '~/ui/code-to-copy'
import type { Column } from '~/ui/lists/data-table'
import { Empty } from '~/ui/feedback/empty'
import { FactList, type Facts, recordFacts } from '~/ui/fact-list'
import { lazyDialog } from '~/ui/dialogs/lazy-dialog'
import { TextLink } from '~/ui/links'
import { Moment, momentColumn } from '~/ui/moment'
import { useRouter } from '~/ui/navigation'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { PagedList } from '~/ui/lists/paged-list'
import { ListSection, Section } from '~/ui/section'
import { Exact, Nothing, Note } from '~/ui/texts'
import { useUrlDialog } from '~/ui/dialogs/url-dialog'
import { useList } from '~/ui/lists/use-list'
import { IdentityState } from '../identity-state'
import { jobsOf } from '../jobs'
import { jobIn, jobText } from '../recent-jobs'
import { CiIdentityDetail, Exchanges } from '../queries'
import { claimsFor } from '../values'

const TryToken = lazyDialog(async () => (await import('../try-token')).TryToken)

type Found = NonNullable<CiIdentityDetailQuery['ciIdentity']>

/** A CI identity: which jobs fit it, which came, and the job to copy. */
export function CiIdentityPage({ id, initial }: { id: string; initial: CiIdentityDetailQuery }) {
  const { found: identity, data } = useFound(CiIdentityDetail, { id }, initial, (each) => each.ciIdentity)
  const dialog = useUrlDialog('try')
  const actions = useIdentityActions(identity, () => dialog.open())
  const { name, enabled, organization, canUpdate } = identity
  return (
    <>
      <PageHeader
        title={name}
        tab={`${name} · CI identities · ${organization.name}`}
        afterTitle={<IdentityState enabled={enabled} />}
        actions={canUpdate && <PageActions actions={actions} />}
      />
      <DetailLayout labelWidth="6.5rem" facts={factsOf(identity)}>
        <Claims identity={identity} />
        <Jobs identity={identity} cli={data.cli} />
        <JobsThatCame identity={identity} />
      </DetailLayout>
      {canUpdate && (
        <TryToken organization={organization.name} opened={dialog.opened} onClose={dialog.close} />
      )}
    </>
  )
}

const factsOf = (identity: Found): Facts => [
  ['Issuer', identity.issuer?.name ?? <Nothing key="issuer" />],
  [
    'Team',
    identity.team ? (
      <TextLink key="team" href={paths.team(identity.organization.name, identity.team.id)}>
        {identity.team.name}
      </TextLink>
    ) : (
      <Nothing key="team" />
    ),
  ],
  ['Scopes', scopesInWords(identity.scopes)],
  ['Lifetime', identity.lifetime],
  ['Last used', identity.lastUsedAt === null ? 'Never' : <Moment key="used" at={identity.lastUsedAt} />],
  ...recordFacts(identity),
]

function useIdentityActions({ id, name, enabled, organization }: Found, onTry: () => void): Action[] {
  const act = useAct()
  const router = useRouter()
  return [
    {
      label: 'Edit',
      icon: IconEdit,
      run: () => router.push(paths.ciIdentityEdit(organization.name, id)),
    },
    { label: 'Try a token', icon: IconTestPipe, run: onTry },
    enabled
      ? act({
          label: 'Disable',
          icon: IconPlayerPause,
          change: change('ciIdentityUpdate', { id, enabled: false }),
          question: {
            title: `Disable ${name}?`,
            body: 'Jobs can get no tokens with it until you enable it again. Existing tokens end now.',
            confirm: 'Disable',
            danger: true,
            reason: true,
          },
          done: `${name} is disabled.`,
        })
      : act({
          label: 'Enable',
          icon: IconPlayerPlay,
          change: change('ciIdentityUpdate', { id, enabled: true }),
          done: `${name} is enabled.`,
        }),
    deletion(act, {
      name,
      short: 'CI identity',
      change: change('ciIdentityDelete', { id }),
      body: 'Jobs can no longer get tokens with it. Existing tokens end now.',
      after: () => router.push(paths.ciIdentities(organization.name)),
    }),
  ]
}

const Claims = ({ identity: { claims, issuer } }: { identity: Found }) => (
  <Section title="Which jobs get tokens">
    <FactList
      labelWidth="9rem"
      facts={claimsFor(issuer?.kind, claims).map(
        ({ claim, pattern }) => pattern !== '' && ([claim, <Exact key={claim}>{pattern}</Exact>] as const),
      )}
    />
  </Section>
)

/** The job to copy, for the CI system of the issuer. */
function Jobs({ identity, cli }: { identity: Found; cli: CiIdentityDetailQuery['cli'] }) {
  const { organization, name, issuer, scopes } = identity
  const jobs = jobsOf({ cli, organization: organization.name, name, kind: issuer?.kind ?? 'OTHER', scopes })
  return (
    <Section title="The job">
      {jobs.length === 0 && (
        <Note>
          For a host with a port the CLI reads no token from a variable. Get one with{' '}
          <code>engine-publish token --organization {organization.name}</code>, and write it into the
          configuration of the CLI.
        </Note>
      )}
      {/* A value becomes part of an id, where a title with spaces would be several. */}
      <Tabs defaultValue="0" keepMounted={false}>
        <Tabs.List>
          {jobs.map(({ title }, index) => (
            <Tabs.Tab key={title} value={String(index)}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {jobs.map(({ title, file, text }, index) => (
          <Tabs.Panel key={title} value={String(index)} pt="md">
            {file !== undefined && (
              <Text size="sm" mb={6}>
                Save it as <code>{file}</code>.
              </Text>
            )}
            <CodeToCopy text={text} what={`the job: ${title}`} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Section>
  )
}

type Came = ExchangesQuery['auditEvents']['nodes'][number]

const columns: readonly Column<Came>[] = [
  {
    key: 'job',
    header: 'Job',
    width: 4.4,
    place: 'title',
    cell: ({ after }) => jobText(jobIn(after)) || <Nothing />,
  },
  {
    key: 'commit',
    header: 'Commit',
    width: 2.5,
    cell: ({ after }) => {
      const { commit } = jobIn(after)
      return commit === null ? <Nothing /> : <Exact>{commit.slice(0, 10)}</Exact>
    },
  },
  {
    key: 'run',
    header: 'Run',
    width: 2.6,
    cell: ({ after }) => {
      const { runUrl } = jobIn(after)
      if (runUrl === null) return <Nothing />
      return (
        <Anchor inherit underline="always" href={runUrl} target="_blank" rel="noreferrer">
          Open the run
        </Anchor>
      )
    },
  },
  momentColumn('at', 'When', 3, ({ at }) => at),
]

/** Jobs that used the identity, from the audit log, newest first. */
function JobsThatCame({ identity: { id, organization } }: { identity: Found }) {
  const list = useList(Exchanges, {
    noun: 'job',
    size: 10,
    variables: {
      filter: { organization: organization.name, action: 'ci-identity.exchange', target: id },
    },
    pick: (data) => data.auditEvents,
  })
  return (
    <ListSection title="Jobs that got tokens">
      <PagedList
        columns={columns}
        {...list}
        expected={3}
        nothing={
          <Empty icon={IconRobot} title="No job has got a token yet">
            Copy the job, and let it run. Each token that it gets is listed here.
          </Empty>
        }
      />
    </ListSection>
  )
}
