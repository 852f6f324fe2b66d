'use client'

import { Button, CloseButton, Group, Pill, Stack } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './filter-bar.module.css'
import { lazyPopover } from './lazy-popover'
import { type FlagWords, isFiltered, withChoice, withoutFilters } from './list-state'
import { SearchInput } from './search-input'
import type { ListView } from './use-list'

const FlagFilters = lazyPopover('dialog', async () => (await import('./flag-filters')).FlagFilters)

export type FilterBarProps<Flag extends string> = ListView<Flag> & {
  label: string
  words: Readonly<Record<Flag, FlagWords>>
  choices?: Readonly<Record<string, string>> | undefined
  /** The fields that ask for these values. */
  renderChoices?: ((choose: (name: string, value: string | undefined) => void) => ReactNode) | undefined
  /** The filters stand beside the list where there is room. */
  isBeside?: boolean
  /** Stands at the end of the line. */
  children?: ReactNode
}

const filtersButton = (isBeside: boolean) => (
  <Button
    variant="default"
    leftSection={<IconFilter size={15} />}
    style={{ flexShrink: 0 }}
    {...(isBeside && { hiddenFrom: 'lg' })}
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
  isBeside = false,
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
            target={filtersButton(isBeside)}
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
          <ChosenValues choices={choices} values={state.choices ?? {}} choose={choose} />
          <ClearFilters onClear={() => ask(withoutFilters(asked()))} />
        </Group>
      )}
    </Stack>
  )
}

/** The search, and beside it what narrows, orders and lays out the list; icons on a phone. */
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

/** A filter that is in force, and the way to drop it. */
export function Chosen({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <Pill size="sm">
      <Group gap={2} wrap="nowrap" component="span">
        {label}
        <CloseButton
          size={16}
          iconSize={12}
          className={classes['remove']}
          onClick={onRemove}
          aria-label={`Remove the filter ${label}`}
        />
      </Group>
    </Pill>
  )
}

type ValuesProps = {
  choices: Readonly<Record<string, string>>
  values: Readonly<Record<string, string>>
  choose: (name: string, value: string | undefined) => void
}

const ChosenValues = ({ choices, values, choose }: ValuesProps) =>
  Object.entries(values).map(([name, value]) => (
    <Chosen key={name} label={`${choices[name]}: ${value}`} onRemove={() => choose(name, undefined)} />
  ))
