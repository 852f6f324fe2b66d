'use client'

import { Avatar, UnstyledButton } from '@mantine/core'
import { lazyPopover } from '../ui/lazy-popover'
import { useViewer } from './viewer'

const AccountMenu = lazyPopover('menu', async () => (await import('./account-menu')).AccountMenu)

export function UserMenu() {
  const { user } = useViewer()
  return (
    <AccountMenu
      target={
        <UnstyledButton aria-label={`Account of ${user.username}`} style={{ borderRadius: '50%' }}>
          <Avatar size={30} radius="xl" color="harbor" name={user.username} />
        </UnstyledButton>
      }
    />
  )
}
