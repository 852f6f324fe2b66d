'use client'

import { Group, Pagination } from '@mantine/core'
import { graphql } from '../data/generated'
import type { PageFactsFragment } from '../data/generated/graphql'
import { Small } from './texts'

export const PageFacts = graphql(`
  fragment PageFacts on PageInfo {
    number
    size
    totalPages
  }
`)

type Props = {
  /** What is paged, such as `Engine versions`. */
  label: string
  page: PageFactsFragment
  totalCount: number
  onChange: (page: number) => void
}

/** Which part of the list this is, and the way to the others. */
export function Pager({ label, page: { number, size, totalPages }, totalCount, onChange }: Props) {
  const first = (number - 1) * size + 1
  const last = Math.min(number * size, totalCount)
  return (
    <Group justify="space-between" gap="xs" px="md" py="xs">
      <Small>
        {first.toLocaleString('en')}–{last.toLocaleString('en')} of {totalCount.toLocaleString('en')}
      </Small>
      {totalPages > 1 && (
        <Pagination.Root
          size="sm"
          total={totalPages}
          value={number}
          onChange={onChange}
          siblings={0}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
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
