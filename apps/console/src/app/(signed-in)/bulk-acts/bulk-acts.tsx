'use client'

import { IconListCheck } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { BulkActFactsFragment } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { Column } from '~/ui/lists/data-table'
import { ListPage } from '~/ui/lists/list-page'
import { useList } from '~/ui/lists/use-list'
import { NameLink } from '~/ui/links'
import { momentColumn } from '~/ui/moment'
import { numberText } from '~/ui/text'
import { bulkActs, countsText, settingsText, targetsText, totalOf } from './words'

const BulkActList = graphql(`
  query BulkActList($page: PageInput!) {
    bulkActs(page: $page) {
      nodes {
        ...BulkActFacts
      }
    }
  }
`)

type Row = BulkActFactsFragment

const titleOf = ({ kind, counts, undoesId }: Row): string => {
  const title = bulkActs[kind].title(targetsText(kind, totalOf(counts)))
  return undoesId === null ? title : `Undo: ${title}`
}

const outcomeOf = ({ counts, finishedAt }: Row): string =>
  finishedAt === null ? `Under way: ${numberText(counts.waiting)} left` : countsText(counts)

const columns: readonly Column<Row>[] = [
  {
    key: 'act',
    header: 'Act',
    width: 5,
    place: 'title',
    cell: (row) => <NameLink href={paths.bulkAct(row.id)}>{titleOf(row)}</NameLink>,
  },
  {
    key: 'sets',
    header: 'Sets',
    width: 3,
    place: 'wide',
    cell: ({ kind, settings, undoesId }) =>
      undoesId === null ? settingsText(kind, settings) : 'The former values',
  },
  { key: 'outcome', header: 'Outcome', width: 4, place: 'below', cell: outcomeOf },
  { key: 'by', header: 'By', width: 2, place: 'below', cell: ({ userName }) => userName },
  momentColumn('started', 'Started', 2, ({ createdAt }) => createdAt, 'wide'),
]

/** The acts on many things of the last 30 days: all for site administrators, for others their own. */
export function BulkActs() {
  const list = useList(BulkActList, {
    noun: ['act on many', 'acts on many'],
    variables: {},
    pick: (data) => data.bulkActs,
  })
  return (
    <ListPage
      {...list}
      icon={IconListCheck}
      columns={columns}
      failureTitle="Acts could not be loaded"
      hint="Ended acts are listed for 30 days."
    >
      Select rows of a list, such as that of the organizations, to change many at once.
    </ListPage>
  )
}
