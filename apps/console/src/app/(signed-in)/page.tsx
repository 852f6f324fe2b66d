'use client'

import { Anchor, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import type { OverviewFiguresQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { recentOrganizations } from '~/shell/recent-organizations'
import { useMay, useViewer } from '~/shell/viewer'
import { Columns } from '~/ui/columns'
import { DownloadsChart } from '~/ui/charts/downloads-chart'
import { Failure } from '~/ui/feedback/failure'
import { Link } from '~/ui/link'
import { LinkButton } from '~/ui/links'
import { WithMonogram } from '~/ui/monogram'
import { useRouter } from '~/ui/navigation'
import { PageHeader } from '~/ui/page-header'
import { count, numberText } from '~/ui/text'
import { Note } from '~/ui/texts'
import { UsageBars } from '~/ui/charts/usage-bars'
import { RunningActs } from './bulk-acts/running-acts'
import { clientName } from './engine-versions/words'
import { amountOf, NeedsAttention, useAttention } from './overview/attention'
import { Card } from './overview/card'
import { changeText, comparedText } from './overview/entries'
import { FirstStepsCard, useFirstSteps } from './overview/first-steps'
import classes from './overview/overview.module.css'
import { PendingInvitations, usePendingInvitations } from './overview/pending-invitations'

/**
 * Page of what needs attention and of current numbers: for a member of their organizations, for an
 * administrator of the site.
 */
export default function OverviewPage() {
  const { isPending: areStepsPending, ...firstSteps } = useFirstSteps()
  const figures = useFigures()
  const queries = [useAttention().list, usePendingInvitations(), useOrganizations(), useUsage(), figures]
  // How much there is of each decides where all else stands, so that nothing is shown before it.
  const isPending = areStepsPending || queries.some(({ status }) => status === 'pending')
  const now = figures.data?.viewer?.attention.figures
  const isUsed = !now || Object.values(now).some((figure) => figure.now > 0)
  const isGuided = firstSteps.steps.length > 0
  return (
    <>
      <PageHeader title="Overview" />
      <RunningActs />
      {isPending && <PendingOverview />}
      <div hidden={isPending}>
        {isGuided && <FirstStepsCard {...firstSteps} />}
        {isUsed && <Figures />}
        <Stack gap="md" mt={isUsed ? 'md' : 0}>
          <PendingInvitations />
          <Panels now={now} isGuided={isGuided} />
        </Stack>
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
  const amount = amountOf(useAttention().data?.viewer?.attention.items)
  const organizations = useOrganizations().totalCount
  const has = (key: keyof AmountsNow) => !now || now[key].now > 0
  const isWide = amount > 0 || has('modules') || has('workspaces')
  return (
    <Columns>
      {isWide && (
        <Stack gap="md">
          <NeedsAttention />
          {has('modules') && <Downloads />}
          {has('downloads') && mayReadVersions && <EnginesRun />}
        </Stack>
      )}
      <Stack gap="md">
        {(organizations > 0 || !isGuided || !mayReadVersions) && <MyOrganizations />}
        {has('workspaces') && <UsageByVersion />}
      </Stack>
    </Columns>
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

/** Module downloads by day: of the reader's organizations, or of the whole site. */
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

/** Engine versions that the clients of the registry report, by number of tokens. */
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
  query OverviewOrganizations($recent: [String!]!) {
    viewer {
      recent: organizations(names: $recent, page: { size: 6 }) {
        nodes {
          id
          name
        }
      }
      organizations(page: { size: 6 }) {
        nodes {
          id
          name
        }
        totalCount
      }
    }
  }
`)

const shownOrganizations = 6

/** The organizations that this browser showed last, then the first others by name. */
function useOrganizations() {
  const { id } = useViewer().user
  const [visited] = useState(() => recentOrganizations(id).slice(0, shownOrganizations))
  const answer = useQuery(query(OverviewOrganizations, { recent: visited }))
  const { organizations, recent } = answer.data?.viewer ?? {}
  const first = visited.flatMap((name) => recent?.nodes.find((each) => each.name === name) ?? [])
  const others = (organizations?.nodes ?? []).filter(({ name }) => first.every((each) => each.name !== name))
  return {
    ...answer,
    shown: [...first, ...others].slice(0, shownOrganizations),
    totalCount: organizations?.totalCount ?? 0,
  }
}

function MyOrganizations() {
  const mayCreate = useMay('ORGANIZATIONS_CREATE')
  const { shown, totalCount, data, error, refetch } = useOrganizations()
  return (
    <Card title="My organizations" loading={!data} error={error} retry={refetch}>
      {totalCount === 0 && (
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

/** Engine versions of the workspaces, most used first. */
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

/** Numbers of each kind, and their changes. */
function Figures() {
  const { data, error, refetch } = useFigures()
  const found = data?.viewer?.attention.figures
  const hasSiteLists = useMay('SITE_ORGANIZATIONS_READ')
  const organizations = useOrganizations().data?.viewer?.organizations.nodes ?? []
  const [own] = organizations
  // Members of several have no list of all their workspaces: it is one click further.
  const workspaces = own && organizations.length === 1 ? paths.workspaces(own.name) : paths.organizations()
  if (error) return <Failure title="The figures could not be loaded" error={error} retry={refetch} />
  if (!found) return null
  const figures = [
    { key: 'organizations', label: 'Organizations', path: paths.organizations() },
    { key: 'workspaces', label: 'Workspaces', path: hasSiteLists ? paths.siteWorkspaces() : workspaces },
    { key: 'modules', label: 'Modules', path: paths.modules() },
    { key: 'downloads', label: 'Module downloads, last 30 days', path: mostDownloaded },
  ] as const
  return (
    <ul className={classes['figures']} aria-label="Figures">
      {figures.map(({ key, label, path }) => (
        <li key={key}>
          <span>
            <Link href={path}>{label}</Link>
          </span>
          <div>
            <strong>{numberText(found[key].now)}</strong>{' '}
            <small>{(key === 'downloads' ? comparedText : changeText)(found[key])}</small>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Returns the problem of a version, in a word. */
function problemOf({ enabled, deprecated }: { enabled: boolean; deprecated: boolean }) {
  if (!enabled) return 'disabled'
  return deprecated ? 'deprecated' : undefined
}
