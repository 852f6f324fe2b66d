'use client'

import { Button, CloseButton, Group, NativeSelect, Pill, Stack } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useAsked } from '~/ui/asked'
import { latePopover } from '~/ui/lazy-popover'
import { choose, type Sorting } from '~/ui/list-order'
import { inOrder } from '~/ui/list-state'
import { SearchInput } from '~/ui/search-input'
import {
  emptyAuditState,
  isNarrowed,
  narrowings,
  orders,
  type AuditState,
  type Narrowing,
} from './list-state'
import { inWords } from './changed-facts'

type Props = {
  state: AuditState
  onChange: (state: AuditState, typing?: boolean) => void
  /** The one organization that the viewer is held to; it stays whatever is cleared. */
  heldTo: string | undefined
  /** Stands at the end of the line. */
  children: ReactNode
}

const labels: Record<Narrowing, (text: string) => string> = {
  area: (text) => `Area: ${inWords(text)}`,
  actor: (text) => `By ${text}`,
  target: (text) => `Target ${text}`,
  organization: (text) => `Within ${text}`,
  from: (text) => `From ${text}`,
  until: (text) => `Until ${text}`,
}

const NarrowingPopover = latePopover(
  'dialog',
  async () => (await import('./narrowing-popover')).NarrowingPopover,
)

/** What is left of everything when the filters go. */
export const cleared = (heldTo: string | undefined): AuditState =>
  heldTo === undefined ? emptyAuditState : { ...emptyAuditState, narrowed: { organization: heldTo } }

/** Search, order, filters, and what of them is in force. Every change starts at the first page again. */
export function Filters({ state, onChange, heldTo, children }: Props) {
  const { asked, ask } = useAsked(state, onChange)
  const change = (part: Partial<AuditState>, typing?: boolean) =>
    ask({ ...asked(), ...part, page: 1 }, typing)
  const sorting: Sorting = {
    orders,
    order: state.order,
    onOrder: (order) => ask(inOrder(asked(), order)),
  }
  return (
    <Stack gap="xs" px="md" py="sm">
      <Group gap="xs">
        <Group flex="1 1 12rem">
          <SearchInput
            label="Search the log"
            value={state.search}
            onChange={(search) => change({ search }, true)}
          />
        </Group>
        <NativeSelect
          aria-label="Order"
          data={[
            { value: '-at', label: 'Newest first' },
            { value: 'at', label: 'Oldest first' },
          ]}
          value={state.order ?? orders.own}
          onChange={({ currentTarget }) => choose(currentTarget.value, sorting)}
        />
        <NarrowingPopover
          state={state}
          hasOrganization={heldTo === undefined}
          onApply={change}
          target={
            <Button variant="default" leftSection={<IconFilter size={15} />}>
              Filters
            </Button>
          }
        />
        {children}
      </Group>
      {isNarrowed(state) && <InForce state={state} change={change} heldTo={heldTo} />}
    </Stack>
  )
}

type InForceProps = Pick<Props, 'state' | 'heldTo'> & { change: (part: Partial<AuditState>) => void }

function InForce({ state, heldTo, change }: InForceProps) {
  const { narrowed, flags } = state
  const chosen = narrowings.filter((name) => narrowed[name] && !(name === 'organization' && heldTo))
  const without = (name: Narrowing) => {
    const { [name]: _, ...rest } = narrowed
    change({ narrowed: rest })
  }
  return (
    <Group gap={6}>
      {heldTo !== undefined && <Pill size="sm">{labels.organization(heldTo)}</Pill>}
      {chosen.map((name) => (
        <Chosen key={name} label={labels[name](narrowed[name] ?? '')} onRemove={() => without(name)} />
      ))}
      {flags.override !== undefined && (
        <Chosen
          label={flags.override ? 'As administrator' : 'Not as administrator'}
          onRemove={() => change({ flags: {} })}
        />
      )}
      <Button size="compact-sm" fz="xs" variant="subtle" onClick={() => change(cleared(heldTo))}>
        Clear filters
      </Button>
    </Group>
  )
}

const Chosen = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <Pill size="sm">
    <Group gap={2} wrap="nowrap" component="span">
      {label}
      <CloseButton size={16} iconSize={12} onClick={onRemove} aria-label={`Remove the filter ${label}`} />
    </Group>
  </Pill>
)
