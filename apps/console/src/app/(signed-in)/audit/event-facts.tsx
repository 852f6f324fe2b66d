import { Anchor, Button, Group, Stack } from '@mantine/core'
import { Link } from '~/ui/link'
import type { AuditEventDetailQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { Copy } from '~/ui/copy'
import { FactList, type Fact } from '~/ui/fact-list'
import { Moment } from '~/ui/moment'
import { actionInWords } from './actions'
import { inWords } from './changed-facts'
import { actorName, organizationName } from './columns'
import type { Narrowed } from './list-state'
import { pathOfTarget } from './links'

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
  const mayReadUsers = useMay('USERS_READ')
  const { actor, target, organization, tokenId, address, reason, requestId } = event
  const actorPath = mayReadUsers && actor.type === 'USER' ? paths.users({ search: actor.name }) : undefined
  const targetPath = target.type === 'user' && !mayReadUsers ? undefined : pathOfTarget(event)
  const organizationPath = organization?.name ? paths.organization(organization.name) : undefined
  const facts: (Fact | false)[] = [
    [
      'Action',
      event.administratorOverride
        ? `${actionInWords(event.action)}, as administrator`
        : actionInWords(event.action),
    ],
    ['When', <Moment key="at" at={event.at} />],
    ['By', <Linked key="actor" path={actorPath} text={actorName(actor)} />],
    target.name !== '' && [
      inWords(target.type),
      <Linked key="target" path={targetPath} text={target.name} />,
    ],
    organization !== null &&
      organization.id !== target.id && [
        'Within',
        <Linked key="organization" path={organizationPath} text={organizationName(organization)} />,
      ],
    ['Reason', reason ?? 'None was given'],
    ['By way of', faces[event.face]],
    address !== null && ['Address', address],
    tokenId !== null && ['Token', <Copied key="token" text={tokenId} what="token id" />],
    ['Request', <Copied key="request" text={requestId} what="request id" />],
    ['Event', <Copied key="event" text={event.id} what="event number" />],
  ]
  return (
    <Stack gap="md">
      <FactList labelWidth="7.5rem" facts={facts.filter((fact) => fact !== false)} />
      <Group gap="xs">
        <More label="All of this request" onClick={() => narrow({}, requestId)} />
        {target.id !== '' && (
          <More label="All about the target" onClick={() => narrow({ target: target.id })} />
        )}
        {actor.id !== null && (
          <More label="All by the same" onClick={() => narrow({ actor: actor.id ?? '' })} />
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
