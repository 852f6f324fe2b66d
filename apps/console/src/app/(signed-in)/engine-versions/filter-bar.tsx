'use client'

import { Button, CloseButton, Group, Pill, Popover, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { SearchInput } from '../../../ui/search-input'
import { flags, isFiltered, type Flag, type ListState } from './list-state'

const words: Record<Flag, { name: string; yes: string; no: string }> = {
  enabled: { name: 'Availability', yes: 'Enabled', no: 'Disabled' },
  official: { name: 'Origin', yes: 'Official', no: 'Not official' },
  beta: { name: 'Maturity', yes: 'Beta', no: 'Not beta' },
  deprecated: { name: 'Life', yes: 'Deprecated', no: 'Not deprecated' },
  used: { name: 'Use', yes: 'In use', no: 'Unused' },
}

type Props = {
  state: ListState
  /** `typing` is true while a text grows, which should leave one history entry, not one a letter. */
  onChange: (state: ListState, typing?: boolean) => void
}

/** Search, filters, and what of them is in force. Every change starts at the first page again. */
export function FilterBar({ state, onChange }: Props) {
  const chosen = flags.filter((flag) => state.flags[flag] !== undefined)
  const set = (flag: Flag, value: boolean | undefined) => {
    const chosenFlags = { ...state.flags }
    if (value === undefined) delete chosenFlags[flag]
    else chosenFlags[flag] = value
    onChange({ ...state, flags: chosenFlags, page: 1 })
  }
  return (
    <Stack gap="xs" px="md" py="sm">
      <Group gap="xs" wrap="nowrap">
        <SearchInput
          label="Search versions"
          value={state.search}
          onChange={(search) => onChange({ ...state, search, page: 1 }, true)}
        />
        <Popover position="bottom-end" trapFocus withArrow shadow="md">
          <Popover.Target>
            <Button variant="default" leftSection={<IconFilter size={15} />} style={{ flexShrink: 0 }}>
              Filters
            </Button>
          </Popover.Target>
          <Popover.Dropdown>
            <Stack gap="sm" w={300}>
              {flags.map((flag) => (
                <FlagChoice
                  key={flag}
                  flag={flag}
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
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => onChange({ search: '', flags: {}, page: 1 })}
          >
            Clear filters
          </Button>
        </Group>
      )}
    </Stack>
  )
}

type FlagProps = { flag: Flag; value: boolean | undefined; onChange: (value: boolean | undefined) => void }

function FlagChoice({ flag, value, onChange }: FlagProps) {
  const { name, yes, no } = words[flag]
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
