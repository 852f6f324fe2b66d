'use client'

import { Badge, Menu, Text } from '@mantine/core'
import { IconBook, IconLogout, IconMailbox, IconUserCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '../ui/link'
import { graphql } from '../data/generated'
import { query } from '../data/query'
import { paths } from '../paths'
import type { Hanging } from '../ui/lazy-popover'
import { toastFailure } from '../ui/toast'
import { ColorSchemeItems } from './color-scheme'
import { RowHeightItems } from './row-height'
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

const HelpFacts = graphql(`
  query HelpFacts {
    cli {
      publicUrl
    }
  }
`)

/** The opened menu of one's own account. */
export function AccountMenu({ target, ...opening }: Hanging) {
  const { user, needsTwoFactor } = useViewer()
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
        <Menu.Item component={Link} href={paths.account()} leftSection={<IconUserCircle size={15} />}>
          Account
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={15} />}
          onClick={() => void signOut(user.id).catch(toastFailure)}
        >
          Sign out
        </Menu.Item>
        <Menu.Divider />
        <ColorSchemeItems />
        <RowHeightItems />
        <Menu.Divider />
        {!needsTwoFactor && <Help />}
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

/** What tells how to use the platform. */
function Help() {
  const { data } = useQuery(query(HelpFacts, {}))
  return (
    <>
      <Menu.Label>Help</Menu.Label>
      <Menu.Item
        component="a"
        href={data && `${data.cli.publicUrl}/api/docs`}
        target="_blank"
        rel="noreferrer"
        leftSection={<IconBook size={15} />}
      >
        API reference
      </Menu.Item>
      <Text size="xs" c="dimmed" px="sm" py={4}>
        Version {process.env['NEXT_PUBLIC_VERSION']}
      </Text>
    </>
  )
}
