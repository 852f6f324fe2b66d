'use client'

import { Anchor, Grid, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { DownloadsChart } from '~/ui/downloads-chart'
import { Failure } from '~/ui/failure'
import { Link } from '~/ui/link'
import { LinkButton, NewButton } from '~/ui/links'
import { PageHeader } from '~/ui/page-header'
import { count, numberText } from '~/ui/text'
import { Note } from '~/ui/texts'
import { clientName } from './engine-versions/words'
import { NeedsAttention, useAttention } from './overview/attention'
import { Card } from './overview/card'
import { changeText, type Figure } from './overview/entries'
import classes from './overview/overview.module.css'
import { PendingInvitations, usePendingInvitations } from './overview/pending-invitations'
import barClasses from './overview/usage-bars.module.css'

/** What needs attention, and how things stand: for a member of what is theirs, for an administrator of all. */
export default function OverviewPage() {
  const isPending = [useAttention(), usePendingInvitations()].some(({ status }) => status === 'pending')
  const mayReadVersions = useMay('ENGINE_VERSIONS_READ')
  const half = { base: 12, md: 6 }
  return (
    <>
      <PageHeader title="Overview" />
      <Figures />
      {/* How long the first list is decides where all else stands, so that nothing is shown before it. */}
      {isPending && <Skeleton height={280} mt="md" />}
      <Grid gap="md" mt="md" align="stretch" hidden={isPending}>
        <PendingInvitations />
        <Grid.Col span={{ base: 12, md: 8 }}>
          <NeedsAttention />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <MyOrganizations />
        </Grid.Col>
        <Grid.Col span={mayReadVersions ? 12 : half}>
          <Downloads />
        </Grid.Col>
        <Grid.Col span={half}>
          <UsageByVersion />
        </Grid.Col>
        {mayReadVersions && (
          <Grid.Col span={half}>
            <EnginesRun />
          </Grid.Col>
        )}
      </Grid>
    </>
  )
}

const OverviewDownloads = graphql(`
  query OverviewDownloads {
    viewer {
      attention {
        downloads(days: 30) {
          day
          count
        }
      }
    }
  }
`)

/** How often modules were fetched, day by day: those of the reader's organizations, or all of the site. */
function Downloads() {
  const forSite = useMay('SITE_ORGANIZATIONS_READ')
  const { data, error, refetch } = useQuery(query(OverviewDownloads, {}))
  const days = data?.viewer?.attention.downloads ?? []
  return (
    <Card title="Module downloads, last 30 days" loading={!data} expected={208} error={error} retry={refetch}>
      {days.some(({ count }) => count > 0) ? (
        <DownloadsChart days={days} />
      ) : (
        <>
          <Note>
            None yet. {forSite ? 'Modules of all organizations' : 'Modules of your organizations'} count here
            as soon as one is used.
          </Note>
          <Anchor component={Link} href={paths.modules()} size="sm">
            Modules
          </Anchor>
        </>
      )}
    </Card>
  )
}

const OverviewEnginesRun = graphql(`
  query OverviewEnginesRun {
    runEngineVersions(filter: {}, orderBy: { field: TOKENS, direction: DESC }, page: { size: 7 }) {
      nodes {
        id
        engine
        version
        tokens
        engineVersionId
        engineVersionStatus {
          enabled
          deprecated
        }
      }
      totalCount
    }
  }
`)

/** What the clients of the registry say that they run, the version of most tokens first. */
function EnginesRun() {
  const { data, error, refetch } = useQuery(query(OverviewEnginesRun, {}))
  const { nodes, totalCount } = data?.runEngineVersions ?? { nodes: [], totalCount: 0 }
  const bars = nodes.map(({ id, engine, version, tokens, engineVersionId, engineVersionStatus: state }) => ({
    key: id,
    label: clientName(engine, version),
    href: engineVersionId === null ? undefined : paths.engineVersion(engineVersionId),
    problem: state ? problemOf(state) : engine === 'ENGINE' && version !== '' ? 'unknown' : undefined,
    amount: tokens,
    amountText: count(tokens, 'token'),
  }))
  return (
    <Card title="Engines run, last 30 days" loading={!data} expected={208} error={error} retry={refetch}>
      {nodes.length === 0 ? (
        <Note>None seen yet. Versions appear here once the CLI has asked the registry with a token.</Note>
      ) : (
        <UsageBars bars={bars} />
      )}
      <Anchor component={Link} href={paths.enginesSeen()} size="sm">
        {totalCount > nodes.length ? `All ${numberText(totalCount)} engines seen` : 'Engines seen'}
      </Anchor>
    </Card>
  )
}

const OverviewOrganizations = graphql(`
  query OverviewOrganizations {
    viewer {
      organizations(page: { size: 10 }) {
        nodes {
          id
          name
        }
        totalCount
      }
    }
  }
`)

function MyOrganizations() {
  const mayCreate = useMay('ORGANIZATIONS_CREATE')
  const { data, error, refetch } = useQuery(query(OverviewOrganizations, {}))
  const { nodes, totalCount } = data?.viewer?.organizations ?? { nodes: [], totalCount: 0 }
  return (
    <Card title="My organizations" loading={!data} error={error} retry={refetch}>
      {nodes.length === 0 && (
        <Stack gap="xs" align="flex-start">
          <Note>
            You are not in an organization yet.{' '}
            {mayCreate ? 'Create one, or ask an owner to invite you.' : 'Ask an owner to invite you.'}
          </Note>
          {mayCreate && (
            <LinkButton href={paths.organizationNew()} size="xs" variant="default">
              New organization
            </LinkButton>
          )}
        </Stack>
      )}
      <ul className={classes['list']}>
        {nodes.map(({ id, name }) => (
          <li key={id}>
            <Anchor component={Link} href={paths.organization(name)} size="sm">
              {name}
            </Anchor>
          </li>
        ))}
      </ul>
      {totalCount > nodes.length && <Note>and {totalCount - nodes.length} more</Note>}
    </Card>
  )
}

const OverviewUsage = graphql(`
  query OverviewUsage {
    viewer {
      attention {
        usedEngineVersions(page: { size: 7 }) {
          nodes {
            id
            version
            deprecated
            enabled
            workspaces
          }
          totalCount
        }
      }
    }
  }
`)

/** Which engine versions the workspaces are on, the most used first. */
function UsageByVersion() {
  const mayReadVersions = useMay('ENGINE_VERSIONS_READ')
  const { data, error, refetch } = useQuery(query(OverviewUsage, {}))
  const { nodes, totalCount } = data?.viewer?.attention.usedEngineVersions ?? { nodes: [], totalCount: 0 }
  const bars = nodes.map(({ id, version, workspaces, ...state }) => ({
    key: id,
    label: version,
    href: mayReadVersions ? paths.engineVersion(id) : paths.engineVersions({ search: version }),
    problem: problemOf(state),
    amount: workspaces,
    amountText: count(workspaces, 'workspace'),
  }))
  return (
    <Card title="Workspaces by engine version" loading={!data} expected={208} error={error} retry={refetch}>
      {nodes.length === 0 ? <NoneYet /> : <UsageBars bars={bars} />}
      {mayReadVersions && totalCount > nodes.length && (
        <Anchor component={Link} href={paths.engineVersions({ used: 'true', order: '-usage' })} size="sm">
          All {numberText(totalCount)} versions in use
        </Anchor>
      )}
    </Card>
  )
}

function NoneYet() {
  const mayWrite = useMay('ENGINE_VERSIONS_WRITE')
  return (
    <Stack align="flex-start" gap="sm">
      <Note>No workspace uses a version yet.</Note>
      {mayWrite && <NewButton href={paths.engineVersionNew()}>New engine version</NewButton>}
    </Stack>
  )
}

const OverviewFigures = graphql(`
  query OverviewFigures {
    viewer {
      attention {
        figures {
          organizations {
            ...FigureFacts
          }
          workspaces {
            ...FigureFacts
          }
          modules {
            ...FigureFacts
          }
          downloads {
            ...FigureFacts
          }
        }
      }
    }
  }

  fragment FigureFacts on AttentionFigure {
    now
    before
  }
`)

/** How much there is of what, and how that changed. */
function Figures() {
  const { data, error, refetch } = useQuery(query(OverviewFigures, {}))
  const found = data?.viewer?.attention.figures
  const hasSiteLists = useMay('SITE_ORGANIZATIONS_READ')
  const figures = [
    { key: 'organizations', label: 'Organizations', path: paths.organizations() },
    { key: 'workspaces', label: 'Workspaces', path: hasSiteLists ? paths.siteWorkspaces() : undefined },
    { key: 'modules', label: 'Modules', path: paths.modules() },
    { key: 'downloads', label: 'Module downloads, last 30 days', path: undefined },
  ] as const
  if (error) return <Failure title="The figures could not be loaded" error={error} retry={refetch} />
  return (
    <ul className={classes['figures']} aria-label="Figures">
      {figures.map(({ key, label, path }) => (
        <li key={key}>
          <span>{path === undefined ? label : <Link href={path}>{label}</Link>}</span>
          {found ? <Amount figure={found[key]} /> : <Skeleton height={28} width={64} my={4} />}
        </li>
      ))}
    </ul>
  )
}

const Amount = ({ figure }: { figure: Figure }) => (
  <div>
    <strong>{numberText(figure.now)}</strong> <small>{changeText(figure)}</small>
  </div>
)

type UsageBar = {
  key: string
  label: string
  /** Absent where nothing is known of it. */
  href?: string | undefined
  problem?: string | undefined
  amount: number
  /** The same with its noun. */
  amountText: string
}

/** A bar a version, the first the longest. Who cannot see the bars reads the same in numbers. */
function UsageBars({ bars }: { bars: readonly UsageBar[] }) {
  const most = Math.max(...bars.map(({ amount }) => amount))
  return (
    <ul className={barClasses['bars']}>
      {bars.map(({ key, label, href, problem, amount, amountText }) => (
        <li key={key}>
          {href === undefined ? label : <Link href={href}>{label}</Link>}
          {problem !== undefined && <em>{problem}</em>}
          <span>{amountText}</span>
          <div aria-hidden>
            <div
              style={{ width: `${(amount / most) * 100}%` }}
              data-deprecated={problem !== undefined || undefined}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** What is wrong with a version, in a word. */
function problemOf({ enabled, deprecated }: { enabled: boolean; deprecated: boolean }) {
  if (!enabled) return 'disabled'
  return deprecated ? 'deprecated' : undefined
}
