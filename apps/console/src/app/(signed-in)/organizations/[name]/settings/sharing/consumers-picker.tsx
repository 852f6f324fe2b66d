'use client'

import { ActionIcon, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { tomorrow } from '~/app/(signed-in)/end-of-life/ahead'
import { OrganizationSelect } from '~/app/(signed-in)/organizations/organization-select'
import { count } from '~/ui/text'
import classes from './sharing.module.css'

type Props = {
  /** The one that shares, which cannot be picked. */
  producer: string
  picked: readonly string[]
  onChange: (picked: string[]) => void
  /** The dates at which shares end by themselves, by name. */
  ends: Readonly<Record<string, string>>
  onEndChange: (name: string, date: string) => void
  error: string | undefined
}

/** Search and pick, one after the other; what is picked stands below, however much it is. */
export function ConsumersPicker({ producer, picked, onChange, ends, onEndChange, error }: Props) {
  const [first] = useState(() => tomorrow(new Date()))
  return (
    <Stack gap="sm">
      <OrganizationSelect
        label="Add an organization"
        isDescribed
        placeholder="Search organizations"
        without={[producer, ...picked]}
        onPick={(name) => onChange([...picked, name].sort((one, other) => (one < other ? -1 : 1)))}
        maw={420}
        error={error}
      />
      <div>
        <Text size="xs" c="dimmed" mb={4} aria-live="polite">
          {picked.length === 0
            ? 'No organization is picked yet.'
            : `${count(picked.length, 'organization')} picked. A date ends the share by itself.`}
        </Text>
        {picked.length > 0 && (
          <ul className={classes['picked']} aria-label="Selected organizations">
            {picked.map((name) => (
              <li key={name}>
                <Group gap="xs" wrap="nowrap" justify="space-between">
                  <Text size="sm">{name}</Text>
                  <TextInput
                    type="date"
                    size="xs"
                    w={140}
                    ml="auto"
                    min={first}
                    aria-label={`The share with ${name} ends on`}
                    title="Ends on (optional)"
                    value={ends[name] ?? ''}
                    onChange={(event) => onEndChange(name, event.currentTarget.value)}
                  />
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
        )}
      </div>
    </Stack>
  )
}
