'use client'

import { Badge, Menu, Text } from '@mantine/core'
import {
  IconDeviceMobile,
  IconDevices,
  IconKey,
  IconLock,
  IconLogout,
  IconMail,
  IconMailbox,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '../ui/link'
import { graphql } from '../data/generated'
import { query } from '../data/query'
import { paths } from '../paths'
import type { Hanging } from '../ui/lazy-popover'
import { toastFailure } from '../ui/toast'
import { ColorSchemeItems } from './color-scheme'
import { signOut } from './sign-out'
import { useViewer } from './viewer'

const InvitationCount = graphql(`
  query InvitationCount {
    viewer {
      invitations(page: { size: 1 }) {
        totalCount
      }
    }
  }
`)

/** The opened menu of one's own account. */
export function AccountMenu({ target, ...opening }: Hanging) {
  const { user, hasPasswords, needsTwoFactor } = useViewer()
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
        {!needsTwoFactor && <Invitations />}
        {!needsTwoFactor && <AccountPages hasPasswords={hasPasswords} />}
        <Menu.Item
          leftSection={<IconLogout size={15} />}
          onClick={() => void signOut(user.id).catch(toastFailure)}
        >
          Sign out
        </Menu.Item>
        <Menu.Divider />
        <ColorSchemeItems />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Where the invitations that wait are accepted; not there while there are none. */
function Invitations() {
  const { data } = useQuery(query(InvitationCount, {}))
  const waiting = data?.viewer?.invitations.totalCount ?? 0
  if (waiting === 0) return null
  return (
    <Menu.Item
      component={Link}
      href={paths.overview()}
      leftSection={<IconMailbox size={15} />}
      rightSection={<Badge>{waiting}</Badge>}
    >
      Invitations
    </Menu.Item>
  )
}

function AccountPages({ hasPasswords }: { hasPasswords: boolean }) {
  return (
    <>
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
    </>
  )
}
