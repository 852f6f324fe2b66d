'use client'

import { Group, NativeSelect, Pagination } from '@mantine/core'
import { graphql } from '../data/generated'
import type { PageFactsFragment } from '../data/generated/graphql'
import { pageSizes } from './list-state'
import classes from './pager.module.css'
import { numberText } from './text'
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
  /** For a list whose pages may be of other sizes. */
  onSize?: ((size: number) => void) | undefined
}

const smallest = Math.min(...pageSizes)

/** Which part of the list this is, and the way to the others. */
export function Pager({ label, page: { number, size, totalPages }, totalCount, onChange, onSize }: Props) {
  const first = (number - 1) * size + 1
  const last = Math.min(number * size, totalCount)
  return (
    <Group justify="space-between" gap="xs" px="md" py="xs" className={classes['pager']}>
      <Group gap="sm">
        <Small>
          {numberText(first)}–{numberText(last)} of {numberText(totalCount)}
        </Small>
        {onSize && totalCount > smallest && (
          <NativeSelect
            size="xs"
            aria-label={`${label}: rows per page`}
            data={pageSizes.map((each) => ({ value: String(each), label: `${each} rows` }))}
            value={String(size)}
            onChange={({ currentTarget }) => onSize(Number(currentTarget.value))}
          />
        )}
      </Group>
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
