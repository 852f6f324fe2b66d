'use client'

import { Anchor, Button, Group, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useEffect, useRef } from 'react'
import { graphql } from '~/data/generated'
import type { AttentionItemFactsFragment, AttentionKind, AttentionQueueQuery } from '~/data/generated/graphql'
import { Link } from '~/ui/link'
import { PlainSelect } from '~/ui/lists/plain-select'
import { useList } from '~/ui/lists/use-list'
import { type ListState, withChoice } from '~/ui/lists/list-state'
import { StateDot } from '~/ui/feedback/state-dot'
import { Ago } from '~/ui/moment'
import { numberText } from '~/ui/text'
import { Dimmed, Note } from '~/ui/texts'
import { userText } from '~/ui/user-text'
import { ItemActions } from './attention-actions'
import classes from './attention.module.css'
import { Card } from './card'
import { entryOf, kindWords } from './entries'
import { Segments } from '~/ui/segments'

// Of a queue that has more than a page.
const Pager = dynamic(async () => (await import('~/ui/lists/pager')).Pager)
const PastTheEnd = dynamic(async () => (await import('~/ui/lists/paged-list')).PastTheEnd)

export const AttentionItemFacts = graphql(`
  fragment AttentionItemFacts on AttentionItem {
    id
    kind
    at
    organization
    name
    thingId
    provider
    version
    detail
    amount
    limit
    assignee
    isMine
    laterUntil
  }
`)

const AttentionQueue = graphql(`
  query AttentionQueue(
    $view: AttentionView!
    $kind: AttentionKind
    $organization: String
    $orderBy: AttentionOrder!
    $page: PageInput!
  ) {
    viewer {
      attention {
        items(view: $view, kind: $kind, organization: $organization, orderBy: $orderBy, page: $page) {
          nodes {
            ...AttentionItemFacts
          }
          counts {
            kind
            open
            later
            mine
          }
        }
      }
    }
  }
`)

const views = { open: 'OPEN', mine: 'MINE', later: 'LATER' } as const
type View = keyof typeof views

const isView = (value: string | undefined): value is View =>
  value !== undefined && Object.hasOwn(views, value)

const viewOf = ({ choices = {} }: ListState): View => {
  const chosen = choices['view']
  return isView(chosen) ? chosen : 'open'
}

/** The kind of the one sort of problem that is listed, by its word in the address. */
const kindOf = ({ choices = {} }: ListState): AttentionKind | undefined =>
  attentionKinds.find((kind) => wordOf(kind) === choices['kind'])

const attentionKinds = Object.keys(kindWords) as AttentionKind[]

export const wordOf = (kind: AttentionKind): string => kind.toLowerCase().replaceAll('_', '-')

const isChoice: Readonly<Record<string, (value: string) => boolean>> = {
  view: isView,
  kind: (value) => attentionKinds.some((kind) => wordOf(kind) === value),
  by: (value) => value === 'oldest',
}

const isOldest = ({ choices = {} }: ListState): boolean => choices['by'] === 'oldest'

export const useAttention = () =>
  useList(AttentionQueue, {
    noun: 'problem',
    choices: { view: 'View', kind: 'Kind', organization: 'Organization', by: 'Order' },
    isChoice: (name, value) => isChoice[name]?.(value) ?? true,
    variables: (state) => ({
      view: views[viewOf(state)],
      kind: kindOf(state) ?? null,
      organization: state.choices?.['organization'] ?? null,
      orderBy: isOldest(state) ? 'OLDEST' : 'WORST',
    }),
    pick: (data) => data.viewer?.attention.items,
  })

type Queue = NonNullable<AttentionQueueQuery['viewer']>['attention']['items']

/** Number of things that need attention now or later. */
export const amountOf = (queue: Pick<Queue, 'counts'> | undefined): number =>
  (queue?.counts ?? []).reduce((sum, { open, later }) => sum + open + later, 0)

/** Problems, present or near, as a queue: each row is solved, taken or put off where it stands. */
export function NeedsAttention() {
  const { list, found: page, state, asked, ask, onPage } = useAttention()
  const found = page as Queue | undefined
  const region = useFocusKept(found?.nodes ?? [])
  const view = viewOf(state)
  return (
    <div ref={region}>
      <Card title="Needs attention" loading={!found} error={list.error} retry={list.refetch}>
        {found && (amountOf(found) > 0 || isNarrowed(state)) && (
          <Choices
            counts={found.counts}
            view={view}
            kind={kindOf(state)}
            organization={state.choices?.['organization']}
            oldest={isOldest(state)}
            choose={(name, value) => ask(withChoice(asked(), name, value))}
          />
        )}
        {found?.nodes.length === 0 &&
          (found.pageInfo.totalPages > 0 ? (
            <PastTheEnd page={found.pageInfo} onPage={onPage} />
          ) : (
            <Note>{isNarrowed(state) ? 'Nothing of this kind.' : nothingIn[view]}</Note>
          ))}
        {found && <Groups queue={found} view={view} />}
        {found && found.pageInfo.totalPages > 1 && (
          <Pager
            label="Needs attention"
            page={found.pageInfo}
            totalCount={found.totalCount}
            onChange={onPage}
          />
        )}
      </Card>
    </div>
  )
}

/** Tells whether only a part of a view is listed. */
const isNarrowed = ({ choices = {} }: ListState): boolean =>
  choices['kind'] !== undefined || choices['organization'] !== undefined

const nothingIn: Readonly<Record<View, string>> = {
  open: 'All clear. Failed uploads, reached limits, outdated engines, requests, and tokens and invitations about to expire appear here.',
  mine: 'You work on nothing here. Choose “Take” in the menu of a row to say that you do.',
  later: 'You put off nothing.',
}

type ChoicesProps = {
  counts: Queue['counts']
  view: View
  kind: AttentionKind | undefined
  organization: string | undefined
  oldest: boolean
  choose: (name: string, value: string | undefined) => void
}

/** The parts of the queue with their numbers, and its order. */
function Choices({ counts, view, kind, organization, oldest, choose }: ChoicesProps) {
  const labelOf = (name: string, key: View) =>
    `${name} ${numberText(counts.reduce((sum, count) => sum + count[key], 0))}`
  return (
    <Group gap="xs">
      <Segments
        label="View"
        options={[
          { value: 'open', label: labelOf('Open', 'open') },
          { value: 'mine', label: labelOf('Mine', 'mine') },
          { value: 'later', label: labelOf('Later', 'later') },
        ]}
        value={view}
        onChange={(value) => choose('view', value === 'open' ? undefined : value)}
      />
      {organization !== undefined && (
        <Button
          variant="light"
          size="compact-sm"
          rightSection={<IconX size={14} />}
          aria-label={`Remove the filter Organization: ${organization}`}
          onClick={() => choose('organization', undefined)}
        >
          {organization}
        </Button>
      )}
      <PlainSelect
        aria-label="Kind"
        isSmall
        options={[
          { value: '', label: 'All kinds' },
          ...counts
            .filter((count) => count[view] > 0 || count.kind === kind)
            .map((count) => ({
              value: wordOf(count.kind),
              label: `${kindWords[count.kind].title} (${numberText(count[view])})`,
            })),
        ]}
        value={kind === undefined ? '' : wordOf(kind)}
        onChange={(value) => choose('kind', value || undefined)}
      />
      <Segments
        label="Order"
        options={[
          { value: 'worst', label: 'Worst first' },
          { value: 'oldest', label: 'Oldest first' },
        ]}
        value={oldest ? 'oldest' : 'worst'}
        onChange={(value) => choose('by', value === 'oldest' ? value : undefined)}
      />
    </Group>
  )
}

/** The rows of a page by their kinds, in the order in which they came. */
function Groups({ queue: { nodes, counts }, view }: { queue: Queue; view: View }) {
  const kinds = [...new Set(nodes.map(({ kind }) => kind))]
  const amount = (kind: AttentionKind) => counts.find((count) => count.kind === kind)?.[view] ?? 0
  return kinds.map((kind) => (
    <section key={kind} aria-label={kindWords[kind].title}>
      <Title order={3} className={classes['kind']}>
        <StateDot tone={kindWords[kind].tone}>{kindWords[kind].title}</StateDot>
        <Dimmed>{numberText(amount(kind))}</Dimmed>
      </Title>
      <ul className={classes['list']}>
        {nodes
          .filter((item) => item.kind === kind)
          .map((item) => (
            <Row key={item.id} item={item} />
          ))}
      </ul>
    </section>
  ))
}

/** One problem: what it is, what is wrong, who works on it, since when, and what can be done. */
function Row({ item }: { item: AttentionItemFactsFragment }) {
  const { label, path, what } = entryOf(item)
  return (
    <li>
      <div className={classes['what']}>
        <Anchor component={Link} href={path} size="sm" fw={600}>
          {userText(label)}
        </Anchor>
        <Note>{what}</Note>
      </div>
      <div className={classes['when']}>
        {item.at && <Ago at={item.at} />}
        {item.assignee !== null && <span>{item.isMine ? 'Mine' : item.assignee}</span>}
      </div>
      <ItemActions item={item} label={label} />
    </li>
  )
}

/** Keeps the focus in the queue when the row that had it leaves: it goes to the row that took its place. */
function useFocusKept(nodes: readonly { id: string }[]) {
  const region = useRef<HTMLDivElement>(null)
  const place = useRef(-1)
  const ids = nodes.map(({ id }) => id).join()
  useEffect(() => {
    const links = () => [...(region.current?.querySelectorAll<HTMLElement>('li a[href]') ?? [])]
    const onFocus = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest('li') : null
      if (row && region.current?.contains(row))
        place.current = [...region.current.querySelectorAll('section > ul > li')].indexOf(row)
    }
    document.addEventListener('focusin', onFocus)
    if (place.current >= 0 && document.activeElement === document.body) {
      const all = links()
      all[Math.min(place.current, all.length - 1)]?.focus()
    }
    return () => document.removeEventListener('focusin', onFocus)
  }, [ids])
  return region
}
