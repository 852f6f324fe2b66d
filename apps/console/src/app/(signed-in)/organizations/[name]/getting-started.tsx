'use client'

import { SimpleGrid, Text } from '@mantine/core'
import {
  type Icon,
  IconChevronRight,
  IconPackage,
  IconStack2,
  IconUserPlus,
  IconVersions,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import type { OrganizationPermission } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { Link } from '~/ui/link'
import { Small } from '~/ui/texts'
import classes from './getting-started.module.css'
import { useOpenOrganization } from './own-organization'

/** Size of an organization. */
type Contents = { members: number; modules: number; workspaces: number }

const StartableVersions = graphql(`
  query StartableVersions($organization: String!) {
    availableEngineVersions(organization: $organization, page: { size: 1 }) {
      totalCount
    }
  }
`)

type FirstAction = {
  label: string
  about: string
  icon: Icon
  path: string
  isAllowed: boolean
  isMade: boolean
}

type Rights = {
  may: (permission: OrganizationPermission) => boolean
  /** True if the viewer adds engine versions. */
  mayAddVersion: boolean
  /** Undefined until it is known. */
  hasVersion: boolean | undefined
}

const firstActionsOf = (
  name: string,
  { members, modules, workspaces }: Contents,
  { may, mayAddVersion, hasVersion }: Rights,
): readonly FirstAction[] => [
  {
    label: 'Invite members',
    about: 'They join with a link.',
    icon: IconUserPlus,
    path: paths.members(name, { dialog: 'invite' }),
    isAllowed: may('MEMBERSHIPS_WRITE'),
    isMade: members > 1,
  },
  {
    label: 'Publish a module',
    about: 'The CLI installs it by its address.',
    icon: IconPackage,
    path: paths.moduleNew({ organization: name }),
    isAllowed: may('MODULES_WRITE'),
    isMade: modules > 0,
  },
  {
    label: 'Add an engine version',
    about: 'A workspace needs one.',
    icon: IconVersions,
    path: paths.engineVersionNew(),
    isAllowed: may('WORKSPACES_WRITE') && mayAddVersion && hasVersion === false,
    isMade: workspaces > 0,
  },
  {
    label: 'New workspace',
    about: 'It holds the state of a configuration.',
    icon: IconStack2,
    path: paths.workspaceNew(name),
    isAllowed: may('WORKSPACES_WRITE') && hasVersion === true,
    isMade: workspaces > 0,
  },
]

/** First steps of an organization: links to what it lacks and the viewer may add. */
export function GettingStarted(contents: Contents) {
  const organization = useOpenOrganization()
  const mayAddVersion = useMay('ENGINE_VERSIONS_WRITE')
  const { name = '', permissions = [] } = organization ?? {}
  const may = (permission: OrganizationPermission) => permissions.includes(permission)
  const { data } = useQuery({
    ...query(StartableVersions, { organization: name }),
    enabled: contents.workspaces === 0 && may('WORKSPACES_WRITE'),
  })
  const versions = data?.availableEngineVersions.totalCount
  const hasVersion = versions === undefined ? undefined : versions > 0
  const open = firstActionsOf(name, contents, { may, mayAddVersion, hasVersion }).filter(
    ({ isMade, isAllowed }) => !isMade && isAllowed,
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
