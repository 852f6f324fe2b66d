'use client'

import { Button, Group, NativeSelect, Pill, Stack } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useAsked } from '~/ui/asked'
import { Chosen } from '~/ui/filter-bar'
import { lazyPopover } from '~/ui/lazy-popover'
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
  /** The one organization that the viewer is restricted to; it stays whatever is cleared. */
  restrictedTo: string | undefined
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

const NarrowingPopover = lazyPopover(
  'dialog',
  async () => (await import('./narrowing-form')).NarrowingPopover,
)

/** What is left of everything when the filters go. */
export const cleared = (restrictedTo: string | undefined): AuditState =>
  restrictedTo === undefined
    ? emptyAuditState
    : { ...emptyAuditState, narrowed: { organization: restrictedTo } }

/** Search, order, filters, and what of them is in force. Every change starts at the first page again. */
export function Filters({ state, onChange, restrictedTo, children }: Props) {
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
          hasOrganization={restrictedTo === undefined}
          onApply={change}
          target={
            <Button variant="default" leftSection={<IconFilter size={15} />}>
              Filters
            </Button>
          }
        />
        {children}
      </Group>
      {isNarrowed(state) && <InForce state={state} change={change} restrictedTo={restrictedTo} />}
    </Stack>
  )
}

type InForceProps = Pick<Props, 'state' | 'restrictedTo'> & { change: (part: Partial<AuditState>) => void }

function InForce({ state, restrictedTo, change }: InForceProps) {
  const { narrowed, flags } = state
  const chosen = narrowings.filter((name) => narrowed[name] && !(name === 'organization' && restrictedTo))
  const without = (name: Narrowing) => {
    const { [name]: _, ...rest } = narrowed
    change({ narrowed: rest })
  }
  return (
    <Group gap={6}>
      {restrictedTo !== undefined && <Pill size="sm">{labels.organization(restrictedTo)}</Pill>}
      {chosen.map((name) => (
        <Chosen key={name} label={labels[name](narrowed[name] ?? '')} onRemove={() => without(name)} />
      ))}
      {flags.override !== undefined && (
        <Chosen
          label={flags.override ? 'As administrator' : 'Not as administrator'}
          onRemove={() => change({ flags: {} })}
        />
      )}
      <Button size="compact-sm" fz="xs" variant="subtle" onClick={() => change(cleared(restrictedTo))}>
        Clear filters
      </Button>
    </Group>
  )
}
