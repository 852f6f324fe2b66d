'use client'

import { Anchor, Grid, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import type { OverviewFiguresQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { organizationsOf, recentThings } from '~/shell/recent-things'
import { useMay, useViewer } from '~/shell/viewer'
import { DownloadsChart } from '~/ui/downloads-chart'
import { Failure } from '~/ui/failure'
import { Link } from '~/ui/link'
import { LinkButton } from '~/ui/links'
import { WithMonogram } from '~/ui/monogram'
import { useRouter } from '~/ui/navigation'
import { PageHeader } from '~/ui/page-header'
import { count, numberText } from '~/ui/text'
import { Note } from '~/ui/texts'
import { UsageBars } from '~/ui/usage-bars'
import { clientName } from './engine-versions/words'
import { NeedsAttention, useAttention } from './overview/attention'
import { Card } from './overview/card'
import { changeText, comparedText, entriesOf } from './overview/entries'
import { FirstStepsCard, useFirstSteps } from './overview/first-steps'
import classes from './overview/overview.module.css'
import { PendingInvitations, usePendingInvitations } from './overview/pending-invitations'

/** What needs attention, and how things stand: for a member of what is theirs, for an administrator of all. */
export default function OverviewPage() {
  const { isPending: areStepsPending, ...firstSteps } = useFirstSteps()
  const figures = useFigures()
  const queries = [useAttention(), usePendingInvitations(), useOrganizations(), useUsage(), figures]
  // How much there is of each decides where all else stands, so that nothing is shown before it.
  const isPending = areStepsPending || queries.some(({ status }) => status === 'pending')
  const now = figures.data?.viewer?.attention.figures
  const isUsed = !now || Object.values(now).some((figure) => figure.now > 0)
  const isGuided = firstSteps.steps.length > 0
  return (
    <>
      <PageHeader title="Overview" />
      {isPending && <PendingOverview />}
      <div hidden={isPending}>
        {isGuided && <FirstStepsCard {...firstSteps} />}
        {isUsed && <Figures />}
        <Grid gap="md" mt={isUsed ? 'md' : 0}>
          <PendingInvitations />
          <Panels now={now} isGuided={isGuided} />
        </Grid>
      </div>
    </>
  )
}

const PendingOverview = () => (
  <Stack gap="md">
    <Skeleton height={96} />
    <Skeleton height={280} />
  </Stack>
)

type PanelsProps = { now: AmountsNow | undefined; isGuided: boolean }

/** Two columns that fill up on their own. A panel waits until there is something for it, unless it leads to the first. */
function Panels({ now, isGuided }: PanelsProps) {
  const mayReadVersions = useMay('ENGINE_VERSIONS_READ')
  const { entries } = entriesOf(useAttention().data)
  const organizations = useOrganizations().data?.viewer?.organizations.nodes ?? []
  const has = (key: keyof AmountsNow) => !now || now[key].now > 0
  const isWide = entries.length > 0 || has('modules') || has('workspaces')
  return (
    <>
      {isWide && (
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="md">
            <NeedsAttention />
            {has('modules') && <Downloads />}
            {has('downloads') && mayReadVersions && <EnginesRun />}
          </Stack>
        </Grid.Col>
      )}
      <Grid.Col span={{ base: 12, md: isWide ? 4 : 12 }}>
        <Stack gap="md">
          {(organizations.length > 0 || !isGuided || !mayReadVersions) && <MyOrganizations />}
          {has('workspaces') && <UsageByVersion />}
        </Stack>
      </Grid.Col>
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

const mostDownloaded = paths.modules({ order: '-downloads' })

/** How often modules were fetched, day by day: those of the reader's organizations, or all of the site. */
function Downloads() {
  const forSite = useMay('SITE_ORGANIZATIONS_READ')
  const { data, error, refetch } = useQuery(query(OverviewDownloads, {}))
  const router = useRouter()
  const days = data?.viewer?.attention.downloads ?? []
  return (
    <Card
      title="Module downloads, last 30 days"
      path={mostDownloaded}
      loading={!data}
      expected={208}
      error={error}
      retry={refetch}
    >
      {days.some(({ count }) => count > 0) ? (
        <DownloadsChart days={days} onSelect={() => router.push(mostDownloaded)} />
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
      organizations(page: { size: 100 }) {
        nodes {
          id
          name
        }
        totalCount
      }
    }
  }
`)

const useOrganizations = () => useQuery(query(OverviewOrganizations, {}))

const shownOrganizations = 6

/** Those that this browser showed last, then the others by name. */
function MyOrganizations() {
  const mayCreate = useMay('ORGANIZATIONS_CREATE')
  const { id } = useViewer().user
  const { data, error, refetch } = useOrganizations()
  const { nodes, totalCount } = data?.viewer?.organizations ?? { nodes: [], totalCount: 0 }
  const recent = data ? organizationsOf(recentThings(id)) : []
  const placeOf = ({ name }: { name: string }) =>
    recent.includes(name) ? recent.indexOf(name) : recent.length
  const shown = nodes.toSorted((one, other) => placeOf(one) - placeOf(other)).slice(0, shownOrganizations)
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
        {shown.map(({ id, name }) => (
          <li key={id}>
            <WithMonogram of="organization" name={name}>
              <Anchor component={Link} href={paths.organization(name)} size="sm">
                {name}
              </Anchor>
            </WithMonogram>
          </li>
        ))}
      </ul>
      {totalCount > shown.length && (
        <Anchor component={Link} href={paths.organizations()} size="sm">
          and {numberText(totalCount - shown.length)} more
        </Anchor>
      )}
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

const useUsage = () => useQuery(query(OverviewUsage, {}))

/** Which engine versions the workspaces are on, the most used first. */
function UsageByVersion() {
  const mayReadVersions = useMay('ENGINE_VERSIONS_READ')
  const { data, error, refetch } = useUsage()
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
      {nodes.length === 0 ? <Note>No workspace uses a version yet.</Note> : <UsageBars bars={bars} />}
      {mayReadVersions && totalCount > nodes.length && (
        <Anchor component={Link} href={paths.engineVersions({ used: 'true', order: '-usage' })} size="sm">
          All {numberText(totalCount)} versions in use
        </Anchor>
      )}
    </Card>
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

type AmountsNow = NonNullable<OverviewFiguresQuery['viewer']>['attention']['figures']

const useFigures = () => useQuery(query(OverviewFigures, {}))

/** How much there is of what, and how that changed. */
function Figures() {
  const { data, error, refetch } = useFigures()
  const found = data?.viewer?.attention.figures
  const hasSiteLists = useMay('SITE_ORGANIZATIONS_READ')
  if (error) return <Failure title="The figures could not be loaded" error={error} retry={refetch} />
  if (!found) return null
  const figures = [
    { key: 'organizations', label: 'Organizations', path: paths.organizations() },
    { key: 'workspaces', label: 'Workspaces', path: hasSiteLists ? paths.siteWorkspaces() : undefined },
    { key: 'modules', label: 'Modules', path: paths.modules() },
    { key: 'downloads', label: 'Module downloads, last 30 days', path: mostDownloaded },
  ] as const
  return (
    <ul className={classes['figures']} aria-label="Figures">
      {figures.map(({ key, label, path }) => (
        <li key={key}>
          <span>{path === undefined ? label : <Link href={path}>{label}</Link>}</span>
          <div>
            <strong>{numberText(found[key].now)}</strong>{' '}
            <small>{(key === 'downloads' ? comparedText : changeText)(found[key])}</small>
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
