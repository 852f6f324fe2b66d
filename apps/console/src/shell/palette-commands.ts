import { IconKeyboard, IconLogout, IconMoon, IconPlus, IconSun, type Icon } from '@tabler/icons-react'
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '../data/generated'
import type { OrganizationPermission, SitePermission } from '../data/generated/graphql'
import { query } from '../data/query'
import { paths } from '../paths'
import { toastFailure } from '../ui/toast'
import { signOut } from './sign-out'
import { useViewer } from './viewer'

const PaletteOrganizations = graphql(`
  query PaletteOrganizations {
    viewer {
      organizations(page: { size: 100 }) {
        nodes {
          id
          name
          permissions
        }
      }
    }
  }
`)

/** What can be done from anywhere; with a path it leads to a form. */
export type Command = {
  label: string
  icon: Icon
  /** Other words that it is looked for by. */
  words?: string
  path?: string
  run?: () => void
  /** The organization that it is in, where there are several to choose from. */
  organization?: string
}

type Owned = { name: string; permissions: readonly OrganizationPermission[] }

/** Which forms the viewer may open, of the site and of the own organizations. */
export function newThings(permissions: readonly SitePermission[], mine: readonly Owned[]): Command[] {
  const make = (label: string, path: string, words = ''): Command => ({
    label,
    path,
    icon: IconPlus,
    words: `${words} create add`,
  })
  const isPublisher = mine.some((each) => each.permissions.includes('MODULES_WRITE'))
  return [
    ...(permissions.includes('ENGINE_VERSIONS_WRITE')
      ? [make('New engine version', paths.engineVersionNew())]
      : []),
    ...(permissions.includes('PUBLIC_PROVIDERS_WRITE')
      ? [make('Add a public provider', paths.sitePublicProviders({ dialog: 'add' }), 'new approve')]
      : []),
    ...(permissions.includes('ORGANIZATIONS_CREATE')
      ? [make('New organization', paths.organizationNew())]
      : []),
    ...(permissions.includes('USERS_WRITE') ? [make('New user', paths.userNew(), 'invite')] : []),
    ...(isPublisher ? [make('New module', paths.moduleNew(), 'publish')] : []),
    make('New token', paths.tokens({ dialog: 'create' }), 'my api'),
    ...mine.flatMap((each) => newThingsIn(each, mine.length > 1, make)),
  ]
}

function newThingsIn(
  { name, permissions }: Owned,
  isOneOfMany: boolean,
  make: (label: string, path: string, words?: string) => Command,
): Command[] {
  const offered: readonly [OrganizationPermission, string, string, string?][] = [
    ['MEMBERSHIPS_WRITE', 'Invite a member', paths.members(name, { dialog: 'invite' }), 'people user'],
    ['WORKSPACES_WRITE', 'New workspace', paths.workspaceNew(name)],
    ['TEAMS_WRITE', 'New team', paths.teamNew(name)],
    ['PROVIDERS_WRITE', 'New provider', paths.providerNew(name)],
    ['SIGNING_KEYS_WRITE', 'Add a signing key', paths.signingKeys(name, { dialog: 'add' }), 'new gpg'],
  ]
  return offered
    .filter(([permission]) => permissions.includes(permission))
    .map(([, label, path, words]) => ({
      ...make(isOneOfMany ? `${label} in ${name}` : label, path, words),
      ...(isOneOfMany && { organization: name }),
    }))
}

/**
 * Whether a command has all words of the text. The name of an organization alone finds none of its commands, and
 * without a text those of several organizations are left out: they would hide the rest.
 */
export function fitsText(
  { label, words = '', organization = '' }: Omit<Command, 'icon'>,
  text: string,
): boolean {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return organization === ''
  const own = `${label.slice(0, label.length - organization.length)} ${words}`.toLowerCase()
  const all = `${own} ${organization.toLowerCase()}`
  return wanted.every((word) => all.includes(word)) && wanted.some((word) => own.includes(word))
}

/** All that the palette offers beside pages and things. */
export function useCommands(help: () => void): Command[] {
  const { user, permissions, needsTwoFactor } = useViewer()
  const { data } = useQuery({
    ...query(PaletteOrganizations, {}),
    enabled: !needsTwoFactor,
    staleTime: 60_000,
  })
  const { setColorScheme } = useMantineColorScheme()
  const other = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark'
  return [
    ...(needsTwoFactor ? [] : newThings(permissions, data?.viewer?.organizations.nodes ?? [])),
    {
      label: `Switch to the ${other} theme`,
      words: 'toggle colour color mode',
      icon: other === 'dark' ? IconMoon : IconSun,
      run: () => setColorScheme(other),
    },
    { label: 'Keyboard shortcuts', words: 'keys help', icon: IconKeyboard, run: help },
    {
      label: 'Sign out',
      words: 'log out logout',
      icon: IconLogout,
      run: () => void signOut(user.id).catch(toastFailure),
    },
  ]
}
