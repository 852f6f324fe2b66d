'use client'

import { SimpleGrid, Text } from '@mantine/core'
import { type Icon, IconChevronRight, IconPackage, IconStack2, IconUserPlus } from '@tabler/icons-react'
import type { OrganizationPermission } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { Link } from '~/ui/link'
import { Small } from '~/ui/texts'
import classes from './beginnings.module.css'
import { useOpenOrganization } from './own-organization'

/** How much an organization has. */
type Contents = { members: number; modules: number; workspaces: number }

type Beginning = {
  label: string
  about: string
  icon: Icon
  path: string
  needs: OrganizationPermission
  isMade: boolean
}

const beginningsOf = (name: string, { members, modules, workspaces }: Contents): readonly Beginning[] => [
  {
    label: 'Invite members',
    about: 'They join by a link.',
    icon: IconUserPlus,
    path: paths.members(name, { dialog: 'invite' }),
    needs: 'MEMBERSHIPS_WRITE',
    isMade: members > 1,
  },
  {
    label: 'Publish a module',
    about: 'The CLI installs it by its address.',
    icon: IconPackage,
    path: paths.moduleNew({ organization: name }),
    needs: 'MODULES_WRITE',
    isMade: modules > 0,
  },
  {
    label: 'New workspace',
    about: 'It holds the state of a configuration.',
    icon: IconStack2,
    path: paths.workspaceNew(name),
    needs: 'WORKSPACES_WRITE',
    isMade: workspaces > 0,
  },
]

/** What an organization begins with: of what it has not yet, what the viewer may bring in. */
export function Beginnings(contents: Contents) {
  const organization = useOpenOrganization()
  if (!organization) return null
  const { name, permissions } = organization
  const open = beginningsOf(name, contents).filter(
    ({ isMade, needs }) => !isMade && permissions.includes(needs),
  )
  if (open.length === 0) return null
  return (
    <SimpleGrid
      component="ul"
      cols={{ base: 1, sm: 3 }}
      spacing="md"
      p={0}
      m={0}
      mb="md"
      aria-label="Begin with"
    >
      {open.map(({ label, about, icon: BeginningIcon, path }) => (
        <li key={label} className={classes['item']}>
          <Link href={path} className={classes['tile']}>
            <BeginningIcon size={22} stroke={1.6} aria-hidden />
            <span>
              <Text span size="sm" fw={600} display="block">
                {label}
              </Text>
              <Small>{about}</Small>
            </span>
            <IconChevronRight size={16} stroke={1.6} aria-hidden />
          </Link>
        </li>
      ))}
    </SimpleGrid>
  )
}
