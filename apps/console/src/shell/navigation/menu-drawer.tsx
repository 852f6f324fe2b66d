'use client'

import { Drawer } from '@mantine/core'
import { Brand } from '../brand'
import { Navigation } from './navigation'

/** The navigation on a phone. */
export function MenuDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Drawer opened={opened} onClose={onClose} size={260} title={<Brand />} hiddenFrom="sm">
      <Navigation onNavigate={onClose} />
    </Drawer>
  )
}
