'use client'

import { ActionIcon, Anchor, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconDownload, IconX } from '@tabler/icons-react'
import { usePathname } from 'next/navigation'
import { type SubmitEvent, useState } from 'react'
import { type Column, isOptional } from './data-table'
import { FilterPopover } from './filter-popover'
import type { PopoverProps } from '../dialogs/lazy-popover'
import { Link } from '../link'
import { useListPreferences } from './list-preferences-provider'
import { type SavedView, savedViews, storeViews, withView } from './saved-views'
import { count } from '../text'
import { Segments } from '../segments'

type Props = {
  name: string
  columns: readonly Pick<Column<never>, 'key' | 'header' | 'place'>[]
  hidden: readonly string[]
  onHide: (keys: readonly string[]) => void
  tall: boolean
  onTall: ((tall: boolean) => void) | undefined
  /** The query of the address that shows the list as it is. */
  query: string
  totalCount: number
  /** The address of the whole list as a file. */
  file?: string
}

/** Menu of a list: its layout, columns and time format, saved views, and the list as a file. */
export function ListOptions({
  name,
  columns,
  hidden,
  onHide,
  tall,
  onTall,
  query,
  totalCount,
  file,
  ...hanging
}: PopoverProps & Props) {
  const optional = columns.filter(isOptional).map(({ key, header }) => ({ key, header }))
  const shown = optional.filter(({ key }) => !hidden.includes(key)).map(({ key }) => key)
  return (
    <FilterPopover {...hanging}>
      <Stack gap="md" w={280}>
        {onTall && (
          <Segments
            label="Layout"
            isFull
            options={[
              { value: 'Rows', label: 'Rows' },
              { value: 'Table', label: 'Table' },
            ]}
            value={tall ? 'Rows' : 'Table'}
            onChange={(value) => onTall(value === 'Rows')}
          />
        )}
        <Checkbox.Group
          label="Columns"
          value={shown}
          onChange={(keys) => onHide(optional.map(({ key }) => key).filter((key) => !keys.includes(key)))}
        >
          <Stack gap={8} mt={6}>
            {optional.map(({ key, header }) => (
              <Checkbox key={key} size="sm" value={key} label={header} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Times />
        <SavedViews list={name} query={query} />
        {file !== undefined && <Download totalCount={totalCount} file={file} />}
      </Stack>
    </FilterPopover>
  )
}

/** Choice of the time format, for all lists. */
function Times() {
  const { preferences, keep } = useListPreferences()
  return (
    <div>
      <Text size="sm" fw={500} mb={6}>
        Times
      </Text>
      <Segments
        label="Times"
        isFull
        options={[
          { value: 'relative', label: 'Relative' },
          { value: 'exact', label: 'Exact' },
        ]}
        value={preferences.times}
        onChange={(times) => keep({ times })}
      />
    </div>
  )
}

function SavedViews({ list, query }: { list: string; query: string }) {
  const { owner } = useListPreferences()
  const pathname = usePathname()
  const [views, setViews] = useState(() => savedViews(owner, list))
  const [name, setName] = useState('')
  const change = (next: readonly SavedView[]) => {
    setViews([...next])
    storeViews(owner, list, next)
  }
  function save(event: SubmitEvent) {
    event.preventDefault()
    change(withView(views, { name: name.trim(), query }))
    setName('')
  }
  return (
    <form onSubmit={save}>
      <Text size="sm" fw={500}>
        Saved views
      </Text>
      {views.map((view) => (
        <Group key={view.name} justify="space-between" gap="xs" wrap="nowrap">
          <Anchor
            component={Link}
            href={`${pathname}?${view.query}`}
            size="sm"
            style={{ overflowWrap: 'anywhere' }}
          >
            {view.name}
          </Anchor>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Delete the view ${view.name}`}
            onClick={() => change(views.filter((each) => each !== view))}
          >
            <IconX size={14} />
          </ActionIcon>
        </Group>
      ))}
      <Group gap="xs" mt={6} wrap="nowrap">
        <TextInput
          size="xs"
          flex={1}
          aria-label="Name of the view"
          placeholder="Name of this view"
          maxLength={60}
          required
          pattern=".*\S.*"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default">
          Save
        </Button>
      </Group>
    </form>
  )
}

/** Leads to the file; the browser stores it while it arrives. */
const Download = ({ totalCount, file }: { totalCount: number; file: string }) => (
  <Button component="a" href={file} size="xs" variant="default" leftSection={<IconDownload size={15} />}>
    Download {count(totalCount, 'row')} as CSV
  </Button>
)
