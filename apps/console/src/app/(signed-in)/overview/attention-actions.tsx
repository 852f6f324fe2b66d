'use client'

import { Button, Group } from '@mantine/core'
import {
  IconArchive,
  IconArrowBackUp,
  IconCalendar,
  IconClock,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import { dayAhead } from '~/app/(signed-in)/end-of-life/ahead'
import { enable } from '~/app/(signed-in)/organizations/actions'
import { renew } from '~/app/(signed-in)/organizations/[name]/(member)/members/renew'
import { graphql } from '~/data/generated'
import type { AttentionItemFactsFragment } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { change, useSend } from '~/data/use-change'
import { paths } from '~/paths'
import { useAct, useAsk } from '~/shell/act'
import { useMay } from '~/shell/viewer'
import type { Action } from '~/ui/action-button'
import { openDialog } from '~/ui/dialogs/dialogs'
import { LinkButton } from '~/ui/links'
import { RowMenu } from '~/ui/lists/row-menu'
import { dayText } from '~/ui/moment'
import { entryOf, kindWords } from './entries'
import { putAwayUpload } from './put-away'
import { SharingRequestButtons } from './sharing-request-buttons'

type Item = AttentionItemFactsFragment

type Props = { item: Item; label: string }

/** Acts on an item where it stands: the one that solves it, and a menu with all else. */
export function ItemActions({ item, label }: Props) {
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      <SolvingAct item={item} label={label} />
      <RowMenu name={`${kindWords[item.kind].title}: ${label}`} actions={useMarks({ item, label })} />
    </Group>
  )
}

/** Takes an item, or puts it off. */
function useMarks({ item: { id, kind, isMine, assignee, laterUntil }, label }: Props): Action[] {
  const act = useAct()
  const [now] = useState(() => new Date())
  const later = (name: string, days: number) => {
    const until = dayAhead(now, days)
    return act({
      label: name,
      icon: IconClock,
      change: change('attentionItemPostpone', { id, until }),
      done: `${label} is back on ${dayText(until)}.`,
    })
  }
  const take = act({
    label: 'Take',
    icon: IconUserCheck,
    change: change('attentionItemTake', { id }),
    done: `You work on ${label}.`,
  })
  const release = act({
    label: 'Let go',
    icon: IconUserOff,
    change: change('attentionItemRelease', { id }),
    done: `No one works on ${label} now.`,
  })
  const marks = [...(isMine ? [] : [take]), ...(assignee === null ? [] : [release])]
  if (laterUntil !== null)
    return [
      act({
        label: 'Show again',
        icon: IconArrowBackUp,
        change: change('attentionItemPostpone', { id, until: null }),
        done: `${label} is open again.`,
      }),
      ...marks,
    ]
  const choose = async () => {
    const { LaterForm } = await import('./later-form')
    await openDialog({
      title: `Put off ${label}`,
      content: (close) => <LaterForm id={id} label={label} onClose={close} />,
    })
  }
  return [
    ...marks,
    ...(kind === 'UPLOAD_FAILED'
      ? [act({ label: 'Put away', icon: IconArchive, ...putAwayUpload(versionOf(id), label) })]
      : []),
    later('Later: tomorrow', 1),
    later('Later: in a week', 7),
    { label: 'Later: until a day…', icon: IconCalendar, run: () => void choose() },
  ]
}

/** The id of the version within that of its item. */
const versionOf = (id: string): string => id.slice(id.indexOf(':') + 1)

const GroupsOfOrganization = graphql(`
  query GroupsOfOrganization($name: String!) {
    siteOrganization(name: $name) {
      id
      updatedAt
      ssoGroups
    }
  }
`)

const RequestersOfProvider = graphql(`
  query RequestersOfProvider($id: ID!) {
    sitePublicProvider(id: $id) {
      wanted {
        organization
      }
    }
  }
`)

/** Acts that solve an item, by its kind, where that needs no page of its thing. */
const solving: Partial<Record<Item['kind'], ComponentType<Props>>> = {
  LIMIT_REACHED: RaiseLimit,
  LIMIT_NEAR: RaiseLimit,
  ENGINES_OUTDATED: ({ item, label }) => (
    <Act label={label} name="Move workspaces" run={() => void moveWorkspaces(item)} />
  ),
  UPLOAD_FAILED: ({ item, label }) => <Way label={label} name="Upload again" path={entryOf(item).path} />,
  VERIFICATION_FAILED: VerifyAgain,
  SHARING_REQUESTED: ({ item: { thingId, organization, name } }) => (
    <SharingRequestButtons
      request={{ id: thingId ?? '', organization: organization ?? '', producer: name }}
    />
  ),
  GROUP_NOT_ALLOWED: AllowGroup,
  INVITATION_ENDING: RenewInvitation,
  MODULE_ALTERED: AcceptModule,
  PROVIDER_WANTED: ApproveProvider,
  ORGANIZATION_DISABLED: EnableOrganization,
  TOKEN_EXPIRING: ({ label }) => (
    <Way label={label} name="New token" path={paths.tokens({ dialog: 'create', scope: 'all' })} />
  ),
}

function SolvingAct(props: Props) {
  const Solving = solving[props.item.kind]
  return Solving && <Solving {...props} />
}

function RaiseLimit({ item, label }: Props) {
  const mayWrite = useMay('SITE_ORGANIZATIONS_WRITE')
  return mayWrite && <Act label={label} name="Raise limit" run={() => void raiseLimit(item)} />
}

function VerifyAgain({ item: { thingId, version }, label }: Props) {
  const ask = useAsk()
  const verify = () =>
    ask({
      change: change('engineVersionVerify', { id: thingId ?? '' }),
      done: `The archives of ${version} are verified.`,
    })
  return <Act label={label} name="Verify again" run={verify} />
}

function AllowGroup({ item: { organization, detail }, label }: Props) {
  const ask = useAsk()
  const send = useSend()
  const allow = async () => {
    const { siteOrganization: found } = await request(GroupsOfOrganization, { name: organization ?? '' })
    const ssoGroups = [...(found?.ssoGroups ?? []), detail ?? '']
    const expectedUpdatedAt = found?.updatedAt ?? null
    return send(change('siteOrganizationUpdate', { id: found?.id ?? '', expectedUpdatedAt, ssoGroups }))
  }
  const done = `${detail} may fill teams of ${organization}.`
  return (
    useMay('SITE_ORGANIZATIONS_WRITE') && (
      <Act label={label} name="Allow group" run={() => ask({ change: allow, done })} />
    )
  )
}

function RenewInvitation({ item: { thingId, name }, label }: Props) {
  const ask = useAsk()
  return <Act label={label} name="New link" run={() => ask(renew({ id: thingId ?? '', email: name }))} />
}

function ApproveProvider({ item: { thingId, name }, label }: Props) {
  const ask = useAsk()
  const send = useSend()
  const id = thingId ?? ''
  const approve = async () => {
    const { sitePublicProvider } = await request(RequestersOfProvider, { id })
    const organizations = (sitePublicProvider?.wanted ?? []).map(({ organization }) => organization)
    return send(change('sitePublicProviderApprove', { id, organizations }))
  }
  const done = `Those who requested ${name} may install it.`
  return (
    useMay('PUBLIC_PROVIDERS_WRITE') && (
      <Act label={label} name="Approve" run={() => ask({ change: approve, done })} />
    )
  )
}

function AcceptModule({ item: { thingId }, label }: Props) {
  const ask = useAsk()
  const accept = async () => {
    const { moduleAcceptance } = await import('./module-acceptance')
    const acceptance = await moduleAcceptance(thingId ?? '', label)
    if (acceptance) ask(acceptance)
  }
  return (
    useMay('PUBLIC_PROVIDERS_WRITE') && (
      <Act label={label} name="Accept the change" run={() => void accept()} />
    )
  )
}

function EnableOrganization({ item: { thingId, name }, label }: Props) {
  const ask = useAsk()
  return (
    useMay('SITE_ORGANIZATIONS_WRITE') && (
      <Act label={label} name="Enable" run={() => ask(enable(thingId ?? '', name))} />
    )
  )
}

function Act({ label, name, run }: { label: string; name: string; run: () => void }) {
  return (
    <Button size="compact-xs" variant="light" onClick={run} aria-label={`${name}: ${label}`}>
      {name}
    </Button>
  )
}

function Way({ label, name, path }: { label: string; name: string; path: string }) {
  return (
    <LinkButton size="compact-xs" variant="light" href={path} aria-label={`${name}: ${label}`}>
      {name}
    </LinkButton>
  )
}

async function raiseLimit({ name, thingId, amount, limit }: Item): Promise<void> {
  const { RaiseLimitForm } = await import('./raise-limit-form')
  await openDialog({
    title: `Workspace limit of ${name}`,
    content: (close) => (
      <RaiseLimitForm id={thingId ?? ''} name={name} used={amount ?? 0} limit={limit ?? 0} onClose={close} />
    ),
  })
}

async function moveWorkspaces({ name, amount }: Item): Promise<void> {
  const { ActSteps } = await import('~/app/(signed-in)/bulk-acts/act-dialog')
  await openDialog({
    title: `Change the engine version in ${name}`,
    content: (close) => (
      <ActSteps
        kind="WORKSPACE_ENGINE_VERSION"
        targets={{ workspaces: { organization: name, needsUpgrade: true } }}
        total={amount ?? 0}
        organization={name}
        onClose={close}
      />
    ),
  })
}
