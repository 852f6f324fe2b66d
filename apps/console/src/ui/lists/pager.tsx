'use client'

import { Group } from '@mantine/core'
import { usePagination } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { PageFactsFragment } from '~/data/generated/graphql'
import { pageSizes } from './list-state'
import classes from './pager.module.css'
import { PlainSelect } from './plain-select'
import { numberText } from '../text'
import { Small } from '../texts'

export const PageFacts = graphql(`
  fragment PageFacts on PageInfo {
    number
    size
    totalPages
  }
`)

type Props = {
  /** Name of the paged rows, such as `Engine versions`. */
  label: string
  page: PageFactsFragment
  totalCount: number
  onChange: (page: number) => void
  /** Changes the page size, for a list that allows it. */
  onSize?: ((size: number) => void) | undefined
}

const smallest = Math.min(...pageSizes)

/** Position in the list, with links to the other pages. */
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
          <PlainSelect
            isSmall
            aria-label={`${label}: rows per page`}
            options={pageSizes.map((each) => ({ value: String(each), label: `${each} rows` }))}
            value={String(size)}
            onChange={(chosen) => onSize(Number(chosen))}
          />
        )}
      </Group>
      {totalPages > 1 && <Pages label={label} number={number} total={totalPages} onChange={onChange} />}
    </Group>
  )
}

type PagesProps = { label: string; number: number; total: number; onChange: (page: number) => void }

/** Buttons of the pages. */
function Pages({ label, number, total, onChange }: PagesProps) {
  const { range } = usePagination({ total, page: number, siblings: 0 })
  return (
    <nav className={classes['pages']} aria-label={`${label}: pages`}>
      <button
        type="button"
        aria-label="Previous page"
        disabled={number <= 1}
        onClick={() => onChange(number - 1)}
      >
        <IconChevronLeft size={15} aria-hidden />
      </button>
      {range.map((page, index) =>
        page === 'dots' ? (
          <span key={`dots ${index}`} aria-hidden>
            …
          </span>
        ) : (
          <button
            type="button"
            key={page}
            aria-label={`Page ${page}`}
            aria-current={page === number ? 'page' : undefined}
            onClick={() => onChange(page)}
          >
            {page}
          </button>
        ),
      )}
      <button
        type="button"
        aria-label="Next page"
        disabled={number >= total}
        onClick={() => onChange(number + 1)}
      >
        <IconChevronRight size={15} aria-hidden />
      </button>
    </nav>
  )
}
