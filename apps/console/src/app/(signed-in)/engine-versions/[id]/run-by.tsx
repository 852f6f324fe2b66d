'use client'

import { graphql } from '~/data/generated'
import type { EngineRunnersQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { Column } from '~/ui/data-table'
import { TextLink } from '~/ui/links'
import { PagedList } from '~/ui/paged-list'
import { count } from '~/ui/plural'
import { ListSection } from '~/ui/section'
import { Note } from '~/ui/texts'
import { useList } from '~/ui/use-list'

const EngineRunners = graphql(`
  query EngineRunners($version: String!, $orderBy: EngineRunnerOrder, $page: PageInput!) {
    engineRunners(filter: { version: $version, engine: ENGINE }, orderBy: $orderBy, page: $page) {
      nodes {
        id
        ownerName
        tokenDescription
        organizationName
        requests
        refused
        lastDay
      }
      pageInfo {
        ...PageFacts
      }
      totalCount
    }
  }
`)

type Row = EngineRunnersQuery['engineRunners']['nodes'][number]

const tokenOf = ({ ownerName, tokenDescription }: Row): string =>
  [ownerName ?? 'A token that is gone', tokenDescription].filter(Boolean).join(' · ')

const columns: readonly Column<Row>[] = [
  { key: 'token', header: 'Token of', width: 4, place: 'title', cell: tokenOf },
  {
    key: 'organization',
    header: 'Organization',
    width: 3,
    cell: ({ organizationName: name }) =>
      name === null ? 'None' : <TextLink href={paths.organization(name)}>{name}</TextLink>,
  },
  { key: 'requests', header: 'Requests', width: 2, cell: ({ requests }) => requests },
  { key: 'refused', header: 'Refused', width: 2, cell: ({ refused }) => refused },
  { key: 'last', header: 'Last seen', width: 2.5, cell: ({ lastDay }) => lastDay },
]

const pageSize = 10

type Seen = { tokens: number; forkTokens: number }

/** Whose tokens ran a version in the last 30 days. */
export function RunBy({ version, seen }: { version: string; seen: Seen }) {
  const list = useList(EngineRunners, {
    noun: 'token',
    orders: { fields: { requests: 'REQUESTS', last: 'LAST_DAY' }, own: '-requests' },
    prefix: 'run-',
    size: pageSize,
    enabled: seen.tokens > 0,
    variables: { version },
    pick: (data) => data.engineRunners,
  })
  const { tokens, forkTokens } = seen
  const fork = forkTokens > 0 ? ` ${count(forkTokens, 'token')} ran a fork of that version.` : ''
  const main = tokens === 0 ? 'No token ran this version.' : `${count(tokens, 'token')} ran this version.`
  return (
    <ListSection title="Run in the last 30 days" about={<Note my="xs">{`${main}${fork}`}</Note>}>
      {tokens > 0 && (
        <PagedList
          columns={columns}
          {...list}
          label="Tokens that ran this version"
          expected={Math.min(tokens, pageSize)}
          nothing={null}
        />
      )}
    </ListSection>
  )
}
