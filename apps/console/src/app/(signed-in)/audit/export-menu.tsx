'use client'

import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { lazyPopover } from '~/ui/lazy-popover'
import type { Exported } from './export-choice'

const ExportChoice = lazyPopover('menu', async () => (await import('./export-choice')).ExportChoice)

export const ExportMenu = (exported: Exported) => (
  <ExportChoice
    {...exported}
    target={
      <Button variant="default" leftSection={<IconDownload size={15} />}>
        Export
      </Button>
    }
  />
)
