import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '~/ui/link'
import type { AuditEventDetailQuery } from '~/data/generated/graphql'
import { Copy } from '~/ui/copy'
import { FactList, type Fact } from '~/ui/fact-list'
import { Moment } from '~/ui/moment'
import { inWords } from './changed-facts'
import { actorName, organizationName } from './names'
import type { Narrowed } from './list-state'
import { LinkedSentence, usePaths } from './sentence'

export type AuditEventInFull = NonNullable<AuditEventDetailQuery['auditEvent']>

/** Shows of the whole log only what these words or a text leave. */
export type Narrow = (narrowed: Narrowed, search?: string) => void

const faces = {
  CONSOLE: 'Console',
  REST: 'REST API',
  REGISTRY: 'Registry',
  SYSTEM: 'The platform itself',
} as const

/** Who, what, when, from where and why, with ways to what belongs to it. */
export function EventFacts({ event, narrow }: { event: AuditEventInFull; narrow: Narrow }) {
  const pathOf = usePaths(event)
  const { actor, target, organization, tokenId, address, reason, requestId } = event
  const facts: (Fact | false)[] = [
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
    ['Reason', reason ?? 'None given'],
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
      <FactList labelWidth="7.5rem" facts={facts.filter((fact) => fact !== false)} />
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
