'use client'

import { Group, Pagination, Text } from '@mantine/core'

type Props = {
  /** What is paged, such as `Engine versions`. */
  label: string
  page: number
  size: number
  totalPages: number
  totalCount: number
  onChange: (page: number) => void
}

/** Which part of the list this is, and the way to the others. */
export function Pager({ label, page, size, totalPages, totalCount, onChange }: Props) {
  const first = (page - 1) * size + 1
  const last = Math.min(page * size, totalCount)
  return (
    <Group justify="space-between" gap="xs" px="md" py="xs">
      <Text size="xs" c="dimmed">
        {first.toLocaleString('en')}–{last.toLocaleString('en')} of {totalCount.toLocaleString('en')}
      </Text>
      {totalPages > 1 && (
        <Pagination.Root
          size="sm"
          total={totalPages}
          value={page}
          onChange={onChange}
          siblings={0}
          getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
        >
          <Group gap={4} component="nav" aria-label={`${label}: pages`}>
            <Pagination.Previous aria-label="Previous page" />
            <Pagination.Items />
            <Pagination.Next aria-label="Next page" />
          </Group>
        </Pagination.Root>
      )}
    </Group>
  )
}
