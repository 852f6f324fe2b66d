'use client'

import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { FilterPopover } from './filter-popover'
import type { PopoverProps } from '../dialogs/lazy-popover'
import type { FlagWords } from './list-state'
import { Segments } from '../segments'

type Props = PopoverProps & {
  words: Readonly<Record<string, FlagWords>>
  flags: Readonly<Partial<Record<string, boolean>>>
  set: (flag: string, value: boolean | undefined) => void
  /** Asks for the values that the list can be narrowed by. */
  choiceFields: ReactNode
}

/** The values and the yes-or-no questions that a list can be narrowed by. */
export function FlagFilters({ words, flags, set, choiceFields, ...hanging }: Props) {
  return (
    <FilterPopover {...hanging}>
      <Stack gap="sm" w={300}>
        {choiceFields}
        {Object.entries(words).map(([flag, wordsOfFlag]) => (
          <FlagChoice
            key={flag}
            words={wordsOfFlag}
            value={flags[flag]}
            onChange={(value) => set(flag, value)}
          />
        ))}
      </Stack>
    </FilterPopover>
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
      <Segments
        label={name}
        isFull
        options={[
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
