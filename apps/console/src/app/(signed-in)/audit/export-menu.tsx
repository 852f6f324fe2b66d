'use client'

import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { endpoints } from '../../../paths'
import { count } from '../../../ui/plural'
import { exportQueryOf, type AuditState } from './list-state'

type Props = { state: AuditState; totalCount: number | undefined; hasMore: boolean }

/** How many go into an export of what is shown. */
export const exportedInWords = (totalCount: number, hasMore: boolean): string =>
  hasMore ? `More than ${count(totalCount, 'event')}` : count(totalCount, 'event')

/** Everything that matches as a file, whatever page is shown. */
export function ExportMenu({ state, totalCount, hasMore }: Props) {
  const href = (format: 'csv' | 'jsonl') => `${endpoints.auditExport}?${exportQueryOf(state, format)}`
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={15} />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {totalCount === undefined ? 'Being counted' : exportedInWords(totalCount, hasMore)}
        </Menu.Label>
        <Menu.Item component="a" href={href('csv')} download>
          CSV, for spreadsheets
        </Menu.Item>
        <Menu.Item component="a" href={href('jsonl')} download>
          JSON lines, for programs
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
