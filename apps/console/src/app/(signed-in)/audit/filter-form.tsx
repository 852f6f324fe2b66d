'use client'

import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { SubmitEvent } from 'react'
import { FilterPopover } from '~/ui/lists/filter-popover'
import type { PopoverProps } from '~/ui/dialogs/lazy-popover'
import { inWords } from './changed-facts'
import { type AuditState, type Narrowed, narrowings } from './list-state'
import { areas } from './sentences'

type Props = {
  state: AuditState
  hasOrganization: boolean
  onApply: (part: Pick<AuditState, 'choices' | 'flags'>) => void
}

/** All filters together; nothing is asked before they are applied. */
function NarrowingForm({ state: { choices, flags }, hasOrganization, onApply }: Props) {
  const narrowed: Narrowed = choices ?? {}
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const texts = Object.keys(narrowings).map((name) => {
      const text = given.get(name)
      return [name, typeof text === 'string' ? text.trim() : (choices?.[name] ?? '')] as const
    })
    const chosen = Object.fromEntries(texts.filter(([, text]) => text !== ''))
    onApply({ choices: chosen, flags: given.has('override') ? { override: true } : {} })
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="xs" w={280}>
        <NativeSelect
          size="xs"
          label="Area"
          name="area"
          defaultValue={narrowed.area ?? ''}
          data={[
            { value: '', label: 'Any' },
            ...areas.map((area) => ({ value: area, label: inWords(area) })),
          ]}
        />
        <TextInput size="xs" label="By" name="actor" placeholder="Name or id" defaultValue={narrowed.actor} />
        <TextInput
          size="xs"
          label="Target"
          name="target"
          placeholder="Name or id"
          defaultValue={narrowed.target}
        />
        {hasOrganization && (
          <TextInput
            size="xs"
            label="Organization"
            name="organization"
            placeholder="Name or id"
            defaultValue={narrowed.organization}
          />
        )}
        <Group gap="xs" grow>
          <TextInput size="xs" type="date" label="From" name="from" defaultValue={narrowed.from} />
          <TextInput size="xs" type="date" label="Until" name="until" defaultValue={narrowed.until} />
        </Group>
        <Checkbox
          size="xs"
          label="Administrator overrides only"
          name="override"
          defaultChecked={flags.override === true}
        />
        <Button type="submit" size="xs">
          Apply
        </Button>
      </Stack>
    </form>
  )
}

/** All filters of the log; they are put away once they are applied. */
export function FilterFormPopover({ target, opened, onChange, onApply, ...form }: PopoverProps & Props) {
  const apply: Props['onApply'] = (part) => {
    onChange(false)
    onApply(part)
  }
  return (
    <FilterPopover target={target} opened={opened} onChange={onChange}>
      <NarrowingForm {...form} onApply={apply} />
    </FilterPopover>
  )
}
