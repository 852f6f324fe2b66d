'use client'

import { Badge, type MantineColorScheme, Menu, Text, useMantineColorScheme } from '@mantine/core'
import { IconBook, IconLogout, IconMailbox, IconTerminal2, IconUserCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { graphql } from '../data/generated'
import { query } from '../data/query'
import { storeText } from '../data/stored'
import { paths } from '../paths'
import type { PopoverProps } from '../ui/dialogs/lazy-popover'
import { Link } from '../ui/link'
import { toastFailure } from '../ui/feedback/toast'
import { rowHeightKey } from './row-height-script'
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

/** Menu of the reader's account, once opened. */
export function AccountMenu({ target, ...opening }: PopoverProps) {
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

/** Link to pending invitations; absent if there are none. */
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

/** Links that explain how to use the platform. */
function Help() {
  const { data } = useQuery(query(HelpFacts, {}))
  return (
    <>
      <Menu.Label>Help</Menu.Label>
      <Menu.Item component={Link} href={paths.connect()} leftSection={<IconTerminal2 size={15} />}>
        Connect the CLI
      </Menu.Item>
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

const schemes = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Light, dark, or as the system says; stored in this browser. */
function ColorSchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choose = (value: string) => setColorScheme(value as MantineColorScheme)
  return <RadioItems label="Colours" choices={schemes} value={colorScheme} onChange={choose} />
}

const heights = [
  { value: 'compact', label: 'Compact' },
  { value: 'comfortable', label: 'Comfortable' },
]

/** Choice of the row height of tables; stored in this browser. */
function RowHeightItems() {
  const [height, setHeight] = useState(() => document.documentElement.dataset['rows'] ?? 'compact')
  const choose = (value: string) => {
    setHeight(value)
    document.documentElement.dataset['rows'] = value
    storeText(rowHeightKey, value)
  }
  return <RadioItems label="Table rows" choices={heights} value={height} onChange={choose} />
}

type RadioItemsProps = {
  label: string
  choices: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
}

const RadioItems = ({ label, choices, value, onChange }: RadioItemsProps) => (
  <>
    <Menu.Label>{label}</Menu.Label>
    <Menu.RadioGroup value={value} onChange={onChange}>
      {choices.map((choice) => (
        <Menu.RadioItem key={choice.value} value={choice.value}>
          {choice.label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  </>
)
