'use client'

import { Menu } from '@mantine/core'
import { endpoints } from '~/paths'
import type { PopoverProps } from '~/ui/dialogs/lazy-popover'
import { count } from '~/ui/text'
import { type AuditState, exportQueryOf } from './list-state'

export type Exported = { state: AuditState; totalCount: number | undefined; hasMore: boolean }

export const exportedInWords = (totalCount: number, hasMore: boolean): string =>
  hasMore ? `More than ${count(totalCount, 'event')}` : count(totalCount, 'event')

/**
 * Menu that exports everything that matches, on all pages. Without a session its links lead to the sign-in
 * page.
 */
export function ExportChoice({ state, totalCount, hasMore, target, ...opening }: PopoverProps & Exported) {
  const href = (format: 'csv' | 'jsonl') => `${endpoints.auditExport}?${exportQueryOf(state, format)}`
  return (
    <Menu position="bottom-end" width={260} {...opening}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {totalCount === undefined ? 'Being counted' : exportedInWords(totalCount, hasMore)}
        </Menu.Label>
        <Menu.Item component="a" href={href('csv')}>
          CSV, for spreadsheets
        </Menu.Item>
        <Menu.Item component="a" href={href('jsonl')}>
          JSON lines, for programs
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
