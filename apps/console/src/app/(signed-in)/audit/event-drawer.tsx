'use client'

import { Anchor, Button, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import type { AuditEventDetailQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { Copy } from '~/ui/copy'
import { FactList, type Facts } from '~/ui/fact-list'
import { Failure } from '~/ui/feedback/failure'
import { UserText } from '~/ui/user-text'
import { Link } from '~/ui/link'
import { Moment } from '~/ui/moment'
import { Section } from '~/ui/section'
import { Note, Nothing } from '~/ui/texts'
import { type ChangedFact, changedFacts, inWords } from './changed-facts'
import classes from './changes.module.css'
import type { Narrowed } from './list-state'
import { LinkedSentence, usePaths } from './sentence'
import { actorName, isRefusal, organizationName } from './sentences'

const AuditEventDetail = graphql(`
  query AuditEventDetail($id: ID!) {
    auditEvent(id: $id) {
      ...AuditEventRow
      tokenId
      face
      address
      requestId
      before
      after
      reason
    }
  }
`)

type Props = { opened: boolean; id: string | undefined; onClose: () => void; narrow: Narrow }

export type AuditEventInFull = NonNullable<AuditEventDetailQuery['auditEvent']>

/** Shows of the whole log only what these words or a text leave. */
export type Narrow = (narrowed: Narrowed, search?: string) => void

const faces = {
  CONSOLE: 'Console',
  REST: 'REST API',
  REGISTRY: 'Registry',
  SYSTEM: 'The platform itself',
} as const

/** Facts of an event: who, what, when, from where and why, with links to what it is about. */
export function EventFacts({ event, narrow }: { event: AuditEventInFull; narrow: Narrow }) {
  const pathOf = usePaths(event)
  const { actor, target, organization, tokenId, address, reason, requestId } = event
  const facts: Facts = [
    ['Action', event.administratorOverride ? `${event.action}, as administrator` : event.action],
    ['When', <Moment key="at" at={event.at} />],
    ['By', <Linked key="actor" path={pathOf('actor')} text={actorName(actor)} />],
    target.name !== '' && [
      inWords(target.type),
      <Linked key="target" path={pathOf('target')} text={target.name} />,
    ],
    organization !== null &&
      organization.id !== target.id && [
        'Within',
        <Linked key="organization" path={pathOf('organization')} text={organizationName(organization)} />,
      ],
    ['Reason', reason ?? <Nothing key="reason" />],
    ['Via', faces[event.face]],
    address !== null && ['Address', address],
    tokenId !== null && ['Token', <Copied key="token" text={tokenId} what="token id" />],
    ['Request', <Copied key="request" text={requestId} what="request id" />],
    ['Event', <Copied key="event" text={event.id} what="event number" />],
  ]
  return (
    <Stack gap="md">
      <Text style={{ overflowWrap: 'anywhere' }}>
        <LinkedSentence event={event} />
      </Text>
      <FactList labelWidth="7.5rem" facts={facts} />
      <Group gap="xs">
        <More label="All events of this request" onClick={() => narrow({}, requestId)} />
        {target.id !== '' && (
          <More label="All events for this target" onClick={() => narrow({ target: target.id })} />
        )}
        {actor.id !== null && (
          <More label="All events by this actor" onClick={() => narrow({ actor: actor.id ?? '' })} />
        )}
      </Group>
    </Stack>
  )
}

const Linked = ({ path, text }: { path: string | undefined; text: string }) =>
  path === undefined ? (
    text
  ) : (
    <Anchor component={Link} href={path} inherit>
      {text}
    </Anchor>
  )

const Copied = ({ text, what }: { text: string; what: string }) => (
  <>
    {text} <Copy text={text} what={what} />
  </>
)

const More = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button size="xs" variant="default" onClick={onClick}>
    {label}
  </Button>
)

/** One event in full, over the list it was found in. */
export function EventDrawer({ opened, id, onClose, narrow }: Props) {
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="lg" title="Event">
      {id !== undefined && <Event id={id} narrow={narrow} />}
    </Drawer>
  )
}

function Event({ id, narrow }: { id: string; narrow: Narrow }) {
  const { data, error, refetch } = useQuery({
    ...query(AuditEventDetail, { id }),
    staleTime: Infinity,
  })
  if (error) return <Failure title="The event could not be loaded" error={error} retry={refetch} />
  if (!data) return <Skeleton height={320} />
  const event = data.auditEvent
  if (!event) return <Text size="sm">The event does not exist, or you do not have access.</Text>
  return (
    <Stack gap="lg">
      <EventFacts event={event} narrow={narrow} />
      <ChangedFacts
        before={event.before}
        after={event.after}
        title={isRefusal(event.action) ? 'Refused request' : undefined}
      />
    </Stack>
  )
}

type ChangesProps = {
  before: unknown
  after: unknown
  /** Title, if there is a better one than the default. */
  title?: string | undefined
}

/** Table of the facts that changed, before and after side by side. */
export function ChangedFacts({ before, after, title }: ChangesProps) {
  const changes = changedFacts(before, after)
  const isChange = before !== null && after !== null
  if (changes.length === 0)
    return (
      <Section title="What changed">
        <Note>{isChange ? 'Nothing differs between before and after.' : 'No details were recorded.'}</Note>
      </Section>
    )
  return (
    <Section
      title={title ?? (isChange ? 'What changed' : after === null ? 'Before the deletion' : 'Created with')}
    >
      <table className={classes['changes']}>
        <thead>
          <tr>
            <th scope="col">Fact</th>
            {before !== null && <th scope="col">Before</th>}
            {after !== null && <th scope="col">After</th>}
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.name}>
              <th scope="row">{change.name}</th>
              {before !== null && <Side of={change} side="before" />}
              {after !== null && <Side of={change} side="after" />}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

function Side({ of, side }: { of: ChangedFact; side: 'before' | 'after' }) {
  const text = of[side]
  return (
    <td data-side={side}>
      {text === undefined ? (
        <i>not there</i>
      ) : isTime.test(text) ? (
        <Moment at={text} />
      ) : (
        <UserText text={text} />
      )}
    </td>
  )
}

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
