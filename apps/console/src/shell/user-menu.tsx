'use client'

import { UnstyledButton } from '@mantine/core'
import { lazyPopover } from '../ui/lazy-popover'
import { Monogram } from '../ui/monogram'
import { useViewer } from './viewer'

const AccountMenu = lazyPopover('menu', async () => (await import('./account-menu')).AccountMenu)

export function UserMenu() {
  const { user } = useViewer()
  return (
    <AccountMenu
      target={
        <UnstyledButton
          aria-label={`Account of ${user.username}`}
          style={{ display: 'flex', borderRadius: '50%' }}
        >
          <Monogram of="person" size="lg" name={user.username} />
        </UnstyledButton>
      }
    />
  )
}
