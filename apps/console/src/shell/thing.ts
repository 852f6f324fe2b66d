import {
  IconBuilding,
  IconKey,
  IconPackage,
  IconPlug,
  IconStack2,
  IconUser,
  IconUsersGroup,
  IconVersions,
  type Icon,
} from '@tabler/icons-react'
import type { DeprecationStatus, PaletteHitFragment, SearchHitKind } from '../data/generated/graphql'
import { moduleMatchWords } from '../data/module-match-words'
import { paths } from '../paths'

/** Object with its own page, as the palette offers it. */
export type Thing = {
  kind: SearchHitKind
  label: string
  path: string
  /** Tells it apart from others with its name. */
  hint?: string
  deprecationStatus?: DeprecationStatus
}

/** Kinds in the order of the palette. */
export const kinds: Readonly<Record<SearchHitKind, { label: string; icon: Icon }>> = {
  MODULE: { label: 'Modules', icon: IconPackage },
  ORGANIZATION: { label: 'Organizations', icon: IconBuilding },
  ENGINE_VERSION: { label: 'Engine versions', icon: IconVersions },
  WORKSPACE: { label: 'Workspaces', icon: IconStack2 },
  TEAM: { label: 'Teams', icon: IconUsersGroup },
  USER: { label: 'Users', icon: IconUser },
  MEMBER: { label: 'Members', icon: IconUser },
  PROVIDER: { label: 'Providers', icon: IconPlug },
  SHARED_PROVIDER: { label: 'Shared providers', icon: IconPlug },
  SIGNING_KEY: { label: 'Signing keys', icon: IconKey },
}

export type Hit = PaletteHitFragment

/** Returns a search hit as an object with its page. */
export function thingOf(hit: Hit): Thing {
  const { deprecationStatus } = hit
  return { ...placeOf(hit), ...(deprecationStatus !== null && { deprecationStatus }) }
}

function placeOf({ kind, id, name, organization, detail, matches }: Hit): Thing {
  const owner = organization ?? ''
  const within = { kind, label: name, hint: owner }
  switch (kind) {
    case 'ENGINE_VERSION':
      return { kind, label: name, path: paths.engineVersion(id) }
    case 'ORGANIZATION':
      return { kind, label: name, path: paths.organization(name) }
    case 'USER':
      return { kind, label: name, path: paths.user(id), hint: detail ?? '' }
    case 'MEMBER':
      return { ...within, path: paths.member(owner, id) }
    case 'TEAM':
      return { ...within, path: paths.team(owner, id) }
    case 'WORKSPACE':
      return { ...within, path: paths.workspace(owner, id) }
    case 'SIGNING_KEY':
      return { ...within, path: paths.signingKeys(owner) }
    case 'PROVIDER':
      return { ...within, label: `${detail}/${name}`, path: paths.provider(owner, id) }
    case 'SHARED_PROVIDER':
      return { ...within, label: `${detail}/${name}`, path: paths.sharedProvider(id) }
    case 'MODULE': {
      const address = { namespace: owner, name, provider: detail ?? '' }
      return {
        kind,
        label: Object.values(address).join('/'),
        path: paths.module(address),
        hint: told(matches),
      }
    }
  }
}

/** Returns the matches inside a module: `input flow_logs_days`. */
const told = (matches: Hit['matches']): string =>
  matches
    .map(({ kind, text, path }) =>
      [moduleMatchWords[kind], text, ...(path !== '' && path !== text ? ['of', path] : [])].join(' ').trim(),
    )
    .join(', ')
