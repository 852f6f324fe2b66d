'use client'

import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import type { BulkActDetailQuery, BulkActOutcome, BulkActTargetsQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { Crumbs } from '~/ui/crumbs'
import { DetailLayout } from '~/ui/detail-layout'
import { idFact } from '~/ui/fact-list'
import { StateDot, type Tone } from '~/ui/feedback/state-dot'
import { TextLink } from '~/ui/links'
import type { Column } from '~/ui/lists/data-table'
import { PagedList } from '~/ui/lists/paged-list'
import { useList } from '~/ui/lists/use-list'
import { Moment } from '~/ui/moment'
import { useRouter } from '~/ui/navigation'
import { PageHeader } from '~/ui/page-header'
import { ListSection, Section } from '~/ui/section'
import { Nothing } from '~/ui/texts'
import { BulkActProgress } from '../progress'
import { BulkActDetail } from '../queries'
import { bulkActs, settingsText, targetsText, totalOf } from '../words'

const BulkActTargets = graphql(`
  query BulkActTargets($id: ID!, $page: PageInput!) {
    bulkAct(id: $id) {
      targets(page: $page) {
        nodes {
          id
          name
          outcome
          message
        }
      }
    }
  }
`)

type Target = NonNullable<BulkActTargetsQuery['bulkAct']>['targets']['nodes'][number]

const outcomes: Readonly<Record<BulkActOutcome, { text: string; tone: Tone }>> = {
  WAITING: { text: 'Waits', tone: 'idle' },
  CHANGED: { text: 'Changed', tone: 'good' },
  UNCHANGED: { text: 'Already set', tone: 'idle' },
  REFUSED: { text: 'Refused', tone: 'warning' },
  CANCELLED: { text: 'Left as it was', tone: 'idle' },
}

const columns: readonly Column<Target>[] = [
  { key: 'name', header: 'Name', width: 4, place: 'title', cell: ({ name }) => name },
  {
    key: 'outcome',
    header: 'Outcome',
    width: 2,
    place: 'below',
    cell: ({ outcome }) => <StateDot tone={outcomes[outcome].tone}>{outcomes[outcome].text}</StateDot>,
  },
  { key: 'why', header: 'Why', width: 5, place: 'below', cell: ({ message }) => message ?? <Nothing /> },
]

/** Page of an act on many things: its progress, and what became of each of them. */
export function BulkAct({ id, initial }: { id: string; initial: BulkActDetailQuery }) {
  const router = useRouter()
  const { data } = useQuery({ ...query(BulkActDetail, { id }), initialData: initial })
  const list = useList(BulkActTargets, {
    noun: 'target',
    variables: { id },
    pick: (found) => found.bulkAct?.targets,
  })
  const act = data.bulkAct ?? initial.bulkAct
  if (!act) return null
  const { kind, counts, settings, reason, userName, createdAt, finishedAt, undoesId, undoneById } = act
  const title = bulkActs[kind].title(targetsText(kind, totalOf(counts)))
  return (
    <>
      <Crumbs trail={[{ label: 'Acts on many', path: paths.bulkActs() }]} />
      <PageHeader title={undoesId === null ? title : `Undo: ${title}`} />
      <DetailLayout
        facts={[
          ['Sets', undoesId === null ? settingsText(kind, settings) : 'The former values'],
          ['Reason', reason ?? <Nothing key="reason" />],
          ['Started by', userName],
          ['Started', <Moment key="started" at={createdAt} />],
          finishedAt !== null && ['Ended', <Moment key="ended" at={finishedAt} />],
          undoesId !== null && ['Undoes', <ActLink key="undoes" id={undoesId} />],
          undoneById !== null && ['Undone by', <ActLink key="undone" id={undoneById} />],
          [
            'Audit log',
            <TextLink key="audit" href={paths.audit({ search: id })}>
              Its events
            </TextLink>,
          ],
          idFact(act),
        ]}
      >
        <Section title="Progress">
          <BulkActProgress id={id} onFollow={(next) => router.push(paths.bulkAct(next))} />
        </Section>
        <ListSection title="Targets">
          <PagedList {...list} columns={columns} nothing="There are none." />
        </ListSection>
      </DetailLayout>
    </>
  )
}

const ActLink = ({ id }: { id: string }) => <TextLink href={paths.bulkAct(id)}>Another act</TextLink>
