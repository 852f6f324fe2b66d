'use client'

import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { Link } from '~/ui/link'
import { count } from '~/ui/plural'
import { Note } from '~/ui/texts'
import { clientName } from '../engine-versions/seen/engine-words'
import { Card } from './card'
import { problemOf, UsageBars } from './usage-bars'

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
export function EnginesRun() {
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
        {totalCount > nodes.length ? `All ${totalCount.toLocaleString('en')} engines seen` : 'Engines seen'}
      </Anchor>
    </Card>
  )
}
