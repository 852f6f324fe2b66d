import {
  IconKeyboard,
  IconListCheck,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSun,
  type Icon,
} from '@tabler/icons-react'
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import type { OrganizationPermission, SitePermission } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { toastFailure } from '~/ui/feedback/toast'
import { signOut } from '../sign-out'
import { usePlace } from '../navigation/place'
import type { Hit } from '../thing'
import { useViewer } from '../viewer'

const PaletteOrganizations = graphql(`
  query PaletteOrganizations {
    viewer {
      organizations(page: { size: 10 }) {
        nodes {
          id
          name
          permissions
        }
        totalCount
      }
    }
  }
`)

/** Command that is available on every page; with a path it opens a form. */
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

/** Returns commands for the forms that the viewer may open, of the site and of their organizations. */
export function newThings(
  permissions: readonly SitePermission[],
  mine: readonly Owned[],
  areMany = mine.length > 1,
): Command[] {
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
    ...mine.flatMap((each) => newThingsIn(each, areMany, make)),
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
 * Tells whether a command has all words of the text. The name of an organization alone matches no command of
 * it, and without a text those of several organizations are left out, since they would hide the rest.
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

/**
 * Returns all entries of the palette other than pages and objects: in the organization of the page, in the viewer's first
 * ones, and in those that the text found.
 */
export function useCommands(help: () => void, hits: readonly Hit[]): Command[] {
  const { user, permissions, needsTwoFactor } = useViewer()
  const { data } = useQuery({
    ...query(PaletteOrganizations, {}),
    enabled: !needsTwoFactor,
    staleTime: 60_000,
  })
  const { setColorScheme } = useMantineColorScheme()
  const other = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark'
  const place = usePlace()
  const { nodes = [], totalCount = 0 } = data?.viewer?.organizations ?? {}
  const found = hits.filter(({ kind }) => kind === 'ORGANIZATION')
  const known = new Map([...(place ? [place] : []), ...found, ...nodes].map((each) => [each.name, each]))
  return [
    ...(needsTwoFactor ? [] : newThings(permissions, [...known.values()], totalCount > 1)),
    // Those of the site are a page of its navigation.
    ...(needsTwoFactor || permissions.includes('SITE_ORGANIZATIONS_READ')
      ? []
      : [{ label: 'Acts on many', words: 'bulk', icon: IconListCheck, path: paths.bulkActs() }]),
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
