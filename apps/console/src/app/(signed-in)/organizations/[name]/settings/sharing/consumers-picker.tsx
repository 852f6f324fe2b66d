'use client'

import { ActionIcon, Group, ScrollArea, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useQueryKeepingPrevious } from '~/data/query'
import { count } from '~/ui/plural'
import classes from './sharing.module.css'
import { ConsumerCandidates } from './queries'

type Props = {
  /** The one that shares, which cannot be picked. */
  producer: string
  picked: readonly string[]
  onChange: (picked: string[]) => void
  error: string | undefined
}

/** Search and pick, one after the other; what is picked stands below, however much it is. */
export function ConsumersPicker({ producer, picked, onChange, error }: Props) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 200)
  const { data, isFetching } = useQueryKeepingPrevious(ConsumerCandidates, { search })
  const taken = new Set([producer, ...picked])
  const { nodes, totalCount } = data?.siteOrganizations ?? { nodes: [], totalCount: 0 }
  const options = nodes
    .filter(({ name }) => !taken.has(name))
    .map(({ name, isDisabled }) => ({ value: name, label: isDisabled ? `${name} (disabled)` : name }))
  const add = (name: string | null) => {
    if (name === null || taken.has(name)) return
    onChange([...picked, name].sort((one, other) => (one < other ? -1 : 1)))
    setText('')
  }
  return (
    <Stack gap="sm">
      <Select
        label="Add an organization"
        description={
          totalCount > nodes.length
            ? `${count(totalCount, 'organization')} match; type a part of the name to see others.`
            : 'Type a part of its name or e-mail address.'
        }
        placeholder="Search organizations"
        data={options}
        value={null}
        searchable
        searchValue={text}
        onSearchChange={setText}
        filter={({ options: all }) => all}
        onChange={add}
        nothingFoundMessage={isFetching ? 'Searching…' : 'No other organization matches'}
        maw={420}
        error={error}
      />
      <div>
        <Text size="xs" c="dimmed" mb={4} aria-live="polite">
          {picked.length === 0
            ? 'No organization is picked yet.'
            : `${count(picked.length, 'organization')} picked`}
        </Text>
        {picked.length > 0 && (
          <ScrollArea.Autosize
            mah={320}
            viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'Picked' }}
          >
            <ul className={classes['picked']} aria-label="Selected organizations">
              {picked.map((name) => (
                <li key={name}>
                  <Group gap="xs" wrap="nowrap" justify="space-between">
                    <Text size="sm">{name}</Text>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={26}
                      aria-label={`Remove ${name}`}
                      onClick={() => onChange(picked.filter((each) => each !== name))}
                    >
                      <IconX size={15} />
                    </ActionIcon>
                  </Group>
                </li>
              ))}
            </ul>
          </ScrollArea.Autosize>
        )}
      </div>
    </Stack>
  )
}
