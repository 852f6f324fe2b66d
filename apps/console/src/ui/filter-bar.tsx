'use client'

import { Button, CloseButton, Group, Pill, Popover, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { Asking } from './asked'
import { isFiltered, withoutFilters, type ListState } from './list-state'
import { SearchInput } from './search-input'

/** What a yes-or-no question is called, and its two answers. */
export type FlagWords = { name: string; yes: string; no: string }

export type FilterBarProps<Flag extends string> = {
  /** What the search is called, such as `Search versions`. */
  label: string
  words: Readonly<Record<Flag, FlagWords>>
  state: ListState<Flag>
  asking: Asking<ListState<Flag>>
}

/** Search, filters, and what of them is in force. Every change starts at the first page again. */
export function FilterBar<Flag extends string>({
  label,
  words,
  state,
  asking: { asked, ask },
}: FilterBarProps<Flag>) {
  const flags = Object.keys(words) as Flag[]
  const chosen = flags.filter((flag) => state.flags[flag] !== undefined)
  const set = (flag: Flag, value: boolean | undefined) => {
    const chosenFlags = { ...asked().flags }
    if (value === undefined) delete chosenFlags[flag]
    else chosenFlags[flag] = value
    ask({ ...asked(), flags: chosenFlags, page: 1 })
  }
  return (
    <Stack gap="xs" px="md" py="sm">
      <Group gap="xs">
        <Group flex="1 1 12rem">
          <SearchInput
            label={label}
            value={state.search}
            onChange={(search) => ask({ ...asked(), search, page: 1 }, true)}
          />
        </Group>
        <Popover position="bottom-end" trapFocus withArrow shadow="md">
          <Popover.Target>
            <Button
              variant="default"
              leftSection={<IconFilter size={15} />}
              style={{ flexShrink: 0, ...(flags.length === 0 && { display: 'none' }) }}
            >
              Filters
            </Button>
          </Popover.Target>
          <Popover.Dropdown>
            <Stack gap="sm" w={300}>
              {flags.map((flag) => (
                <FlagChoice
                  key={flag}
                  words={words[flag]}
                  value={state.flags[flag]}
                  onChange={(value) => set(flag, value)}
                />
              ))}
            </Stack>
          </Popover.Dropdown>
        </Popover>
      </Group>
      {isFiltered(state) && (
        <Group gap={6}>
          {chosen.map((flag) => (
            <Chosen
              key={flag}
              label={words[flag][state.flags[flag] ? 'yes' : 'no']}
              onRemove={() => set(flag, undefined)}
            />
          ))}
          <Button size="compact-sm" fz="xs" variant="subtle" onClick={() => ask(withoutFilters(asked()))}>
            Clear filters
          </Button>
        </Group>
      )}
    </Stack>
  )
}

type FlagProps = {
  words: FlagWords
  value: boolean | undefined
  onChange: (value: boolean | undefined) => void
}

function FlagChoice({ words: { name, yes, no }, value, onChange }: FlagProps) {
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        {name}
      </Text>
      <SegmentedControl
        aria-label={name}
        size="xs"
        fullWidth
        data={[
          { value: 'any', label: 'Any' },
          { value: 'yes', label: yes },
          { value: 'no', label: no },
        ]}
        value={value === undefined ? 'any' : value ? 'yes' : 'no'}
        onChange={(choice) => onChange(choice === 'any' ? undefined : choice === 'yes')}
      />
    </div>
  )
}

function Chosen({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <Pill size="sm">
      <Group gap={2} wrap="nowrap" component="span">
        {label}
        <CloseButton size={16} iconSize={12} onClick={onRemove} aria-label={`Remove the filter ${label}`} />
      </Group>
    </Pill>
  )
}
