'use client'

import { Button, Group, Stack } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './filter-bar.module.css'
import { lazyPopover } from '../dialogs/lazy-popover'
import { type FlagWords, isFiltered, toggled, valuesOf, withChoice, withoutFilters } from './list-state'
import { SearchInput } from './search-input'
import type { ListView } from './use-list'

const FlagFilters = lazyPopover('dialog', async () => (await import('./flag-filters')).FlagFilters)

export type FilterBarProps<Flag extends string> = ListView<Flag> & {
  label: string
  words: Readonly<Record<Flag, FlagWords>>
  choices?: Readonly<Record<string, string>> | undefined
  /** The fields that ask for these values. */
  renderChoices?: ((choose: (name: string, value: string | undefined) => void) => ReactNode) | undefined
  /** True if the filters stand next to the list where there is room. */
  hasSidebar?: boolean
  /** Stands at the end of the line. */
  children?: ReactNode
}

const filtersButton = (hasSidebar: boolean) => (
  <Button
    variant="default"
    leftSection={<IconFilter size={15} />}
    style={{ flexShrink: 0 }}
    {...(hasSidebar && { hiddenFrom: 'lg' })}
  >
    Filters
  </Button>
)

/** Search, filters, and what of them is in force. Every change starts at the first page again. */
export function FilterBar<Flag extends string>({
  label,
  words,
  choices = {},
  renderChoices,
  state,
  asked,
  ask,
  hasSidebar = false,
  children,
}: FilterBarProps<Flag>) {
  const flags = Object.keys(words) as Flag[]
  const choose = (name: string, value: string | undefined) => ask(withChoice(asked(), name, value))
  const set = (flag: Flag, value: boolean | undefined) => {
    const chosenFlags = { ...asked().flags }
    if (value === undefined) delete chosenFlags[flag]
    else chosenFlags[flag] = value
    ask({ ...asked(), flags: chosenFlags, page: 1 })
  }
  return (
    <Stack gap="xs" px="md" py="sm">
      <FilterLine
        search={
          <SearchInput
            label={label}
            value={state.search}
            onChange={(search) => ask({ ...asked(), search, page: 1 }, true)}
          />
        }
      >
        {(flags.length > 0 || renderChoices) && (
          <FlagFilters
            words={words}
            flags={state.flags}
            set={(flag, value) => set(flag as Flag, value)}
            choiceFields={renderChoices?.(choose)}
            target={filtersButton(hasSidebar)}
          />
        )}
        {children}
      </FilterLine>
      {isFiltered(state) && (
        <Group gap={6}>
          {flags
            .filter((flag) => state.flags[flag] !== undefined)
            .map((flag) => (
              <Chosen
                key={flag}
                label={words[flag][state.flags[flag] ? 'yes' : 'no']}
                onRemove={() => set(flag, undefined)}
              />
            ))}
          <ChosenValues {...{ choices, state, asked, ask }} />
          <ClearFilters onClear={() => ask(withoutFilters(asked()))} />
        </Group>
      )}
    </Stack>
  )
}

/** Row with the search, filters, order and layout of a list; icons on a phone. */
export const FilterLine = ({ search, children }: { search: ReactNode; children: ReactNode }) => (
  <Group gap="xs" className={classes['bar']}>
    <Group className={classes['search']}>{search}</Group>
    {children}
  </Group>
)

export const ClearFilters = ({ onClear }: { onClear: () => void }) => (
  <Button size="compact-sm" fz="xs" variant="subtle" className={classes['clear']} onClick={onClear}>
    Clear filters
  </Button>
)

/** A filter that is in force, and the way to drop it, where it can be. */
export const Chosen = ({ label, onRemove }: { label: string; onRemove?: () => void }) => (
  <span className={classes['chosen']}>
    {label}
    {onRemove && (
      <button type="button" onClick={onRemove} aria-label={`Remove the filter ${label}`}>
        <IconX size={12} aria-hidden />
      </button>
    )}
  </span>
)

type ValuesProps = ListView<string> & { choices: Readonly<Record<string, string>> }

const ChosenValues = ({ choices, state, asked, ask }: ValuesProps) =>
  Object.entries(choices).flatMap(([name, label]) =>
    valuesOf(state, name).map((value) => (
      <Chosen
        key={`${name} ${value}`}
        label={`${label}: ${value}`}
        onRemove={() => ask(toggled(asked(), name, value))}
      />
    )),
  )
