'use client'

import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconBell, IconChecks } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { graphql } from '~/data/generated'
import type { InboxRowFragment } from '~/data/generated/graphql'
import { change, useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { useAsk } from '~/shell/act'
import { actionsColumn, type Column } from '~/ui/lists/data-table'
import { Empty } from '~/ui/feedback/empty'
import { userText } from '~/ui/user-text'
import { Link } from '~/ui/link'
import { LinkButton } from '~/ui/links'
import { Ago, Moment } from '~/ui/moment'
import { PageHeader } from '~/ui/page-header'
import { PagedList } from '~/ui/lists/paged-list'
import { Tabs, useTab } from '~/ui/tabs'
import { Note } from '~/ui/texts'
import { useList } from '~/ui/lists/use-list'
import classes from './inbox.module.css'
import { sentenceOf } from './sentences'

const InboxList = graphql(`
  query InboxList($filter: InboxFilterInput!, $page: PageInput!) {
    viewer {
      inbox(filter: $filter, page: $page) {
        nodes {
          ...InboxRow
        }
      }
    }
  }
`)

export const InboxRow = graphql(`
  fragment InboxRow on InboxEntry {
    id
    kind
    at
    readAt
    module {
      namespace
      name
      provider
    }
    version
    organization
    producer
    token
    expiresAt
    reason
  }
`)

const Following = dynamic(async () => (await import('./following')).Following)

const tabs = [
  { key: 'unread', label: 'Unread' },
  { key: 'all', label: 'All' },
  { key: 'following', label: 'Following' },
]

/** Notifications of the viewer, and the modules whose new versions they follow. */
export default function InboxPage() {
  const tab = useTab(tabs)
  return tab === 'following' ? (
    <>
      <PageHeader title="Inbox" tab="Following · Inbox" />
      <Stack gap="md">
        <Tabs label="Inbox" tabs={tabs} here={tab} />
        <Following />
      </Stack>
    </>
  ) : (
    <Entries key={tab} unread={tab === 'unread'} />
  )
}

function Entries({ unread }: { unread: boolean }) {
  const list = useList(InboxList, {
    noun: ['entry', 'entries'],
    variables: { filter: { unread } },
    pick: (data) => data.viewer?.inbox,
  })
  return (
    <>
      <PageHeader
        title="Inbox"
        tab={unread ? 'Inbox' : 'All · Inbox'}
        actions={<MarkAllRead rows={list.found?.nodes ?? []} isFirst={list.state.page === 1} />}
      />
      <Stack gap="md">
        <Tabs label="Inbox" tabs={tabs} here={unread ? 'unread' : 'all'} />
        <Paper>
          <PagedList
            label={unread ? 'Unread entries' : 'All entries'}
            columns={columns}
            {...list}
            expected={5}
            failureTitle="Your inbox could not be loaded"
            nothing={unread ? <NothingUnread /> : <NothingYet />}
          />
        </Paper>
        <Note>Entries are kept for 90 days.</Note>
      </Stack>
    </>
  )
}

const NothingUnread = () => (
  <Empty
    icon={IconChecks}
    title="You have read everything"
    action={
      <LinkButton href={paths.inbox({ tab: 'all' })} variant="default">
        Show all
      </LinkButton>
    }
  >
    Your notifications appear here: versions of modules that you follow, shares, tokens and invitations.
  </Empty>
)

const NothingYet = () => (
  <Empty
    icon={IconBell}
    title="Nothing yet"
    action={<LinkButton href={paths.modules()}>Go to modules</LinkButton>}
  >
    Follow a module on its page: new, deprecated and revoked versions then appear here.
  </Empty>
)

const columns: readonly Column<InboxRowFragment>[] = [
  { key: 'what', header: 'What', width: 8, place: 'title', cell: (entry) => <Told entry={entry} /> },
  { key: 'at', header: 'When', width: 2, place: 'below', cell: ({ at }) => <Ago at={at} /> },
  actionsColumn(2, ({ id, readAt }) => readAt === null && <MarkRead id={id} />),
]

/** The sentence of an entry, which leads to what it is about; who goes there has read it. */
function Told({ entry }: { entry: InboxRowFragment }) {
  const read = useChange('inboxEntryRead')
  const { text, path } = sentenceOf(entry)
  const isUnread = entry.readAt === null
  const shown = { inherit: true, fw: isUnread ? 600 : 400 }
  return (
    <Group gap={10} wrap="nowrap" align="baseline">
      <span
        className={classes['dot']}
        data-unread={isUnread || undefined}
        {...(isUnread && { role: 'img', 'aria-label': 'Unread' })}
      />
      <div>
        {path === undefined ? (
          <Text span {...shown}>
            {userText(text)}
          </Text>
        ) : (
          <Anchor
            component={Link}
            href={path}
            {...shown}
            {...(isUnread && { onClick: () => read.mutate({ id: entry.id }) })}
          >
            {userText(text)}
          </Anchor>
        )}
        {entry.reason !== null && entry.reason !== '' && <Note>{userText(entry.reason)}</Note>}
        {entry.expiresAt !== null && (
          <Note>
            It stops working on <Moment at={entry.expiresAt} />. Create a new one before then.
          </Note>
        )}
      </div>
    </Group>
  )
}

function MarkRead({ id }: { id: string }) {
  const read = useChange('inboxEntryRead')
  return (
    <Button size="compact-xs" variant="default" loading={read.isPending} onClick={() => read.mutate({ id })}>
      Mark as read
    </Button>
  )
}

type MarkAllReadProps = { rows: readonly InboxRowFragment[]; isFirst: boolean }

/** Button that leaves everything newer than the newest visible entry unread. */
function MarkAllRead({ rows, isFirst }: MarkAllReadProps) {
  const ask = useAsk()
  const [newest] = isFirst ? rows : []
  const run = () =>
    ask({
      change: change('inboxAllRead', newest ? { upTo: newest.id } : {}),
      done: 'Everything is marked as read.',
    })
  return (
    rows.some(({ readAt }) => readAt === null) && (
      <Button variant="default" leftSection={<IconChecks size={16} />} onClick={run}>
        Mark all as read
      </Button>
    )
  )
}
