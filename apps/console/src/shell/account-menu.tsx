'use client'

import { Menu, Text } from '@mantine/core'
import { IconDeviceMobile, IconDevices, IconKey, IconLock, IconLogout, IconMail } from '@tabler/icons-react'
import Link from 'next/link'
import { paths } from '../paths'
import type { Hanging } from '../ui/late-popover'
import { toastFailure } from '../ui/toast'
import { ColorSchemeItems } from './color-scheme'
import { signOut } from './sign-out'
import { useViewer } from './viewer'

/** The opened menu of one's own account. */
export function AccountMenu({ target, ...opening }: Hanging) {
  const { user, hasPasswords } = useViewer()
  return (
    <Menu position="bottom-end" width={240} {...opening}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Text size="sm" fw={600} px="sm" pt={6} truncate>
          {user.username}
        </Text>
        <Text size="xs" c="dimmed" px="sm" pb={6} truncate>
          {user.email ?? 'No e-mail address'}
        </Text>
        <Menu.Divider />
        <Menu.Item component={Link} href={paths.tokens()} leftSection={<IconKey size={15} />}>
          My tokens
        </Menu.Item>
        <Menu.Item component={Link} href={paths.email()} leftSection={<IconMail size={15} />}>
          E-mail address
        </Menu.Item>
        {hasPasswords && (
          <Menu.Item component={Link} href={paths.password()} leftSection={<IconLock size={15} />}>
            Password
          </Menu.Item>
        )}
        {hasPasswords && (
          <Menu.Item component={Link} href={paths.twoFactor()} leftSection={<IconDeviceMobile size={15} />}>
            Two-step sign-in
          </Menu.Item>
        )}
        <Menu.Item component={Link} href={paths.sessions()} leftSection={<IconDevices size={15} />}>
          Sessions
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => void signOut().catch(toastFailure)}>
          Sign out
        </Menu.Item>
        <Menu.Divider />
        <ColorSchemeItems />
      </Menu.Dropdown>
    </Menu>
  )
}
