import { graphql } from '~/data/generated'
import type { SearchHitKind, SitePermission } from '~/data/generated/graphql'
import { useQueryKeepingPrevious } from '~/data/query'
import { paths } from '~/paths'
import { kinds, type Hit, thingOf, type Thing } from '../thing'
import { useViewer } from '../viewer'

const PaletteSearch = graphql(`
  query PaletteSearch($search: String!, $other: String!, $hasOther: Boolean!) {
    search(text: $search) {
      ...PaletteHit
    }
    others: search(text: $other) @include(if: $hasOther) {
      ...PaletteHit
    }
  }
`)

export const PaletteHit = graphql(`
  fragment PaletteHit on SearchHit {
    kind
    id
    name
    organization
    detail
    deprecationStatus
    isDisabled
    total
    permissions
    matches {
      kind
      text
      path
    }
  }
`)

type Group = {
  label: string
  things: readonly Thing[]
  /** The list with all of them, where there are more. */
  all?: { label: string; path: string }
}

type Found = { hits: readonly Hit[]; others: readonly Hit[]; isFetching: boolean }

/** Things with a text in the name or, of modules, inside; of those the viewer may see. `other` is looked for as well. */
export function useHits(search: string, other = ''): Found {
  const { needsTwoFactor } = useViewer()
  const enabled = search !== '' && !needsTwoFactor
  const variables = { search, other, hasOther: other !== '' }
  const { data, isFetching } = useQueryKeepingPrevious(PaletteSearch, variables, { enabled })
  return {
    hits: enabled ? (data?.search ?? []) : [],
    others: enabled && other !== '' ? (data?.others ?? []) : [],
    isFetching,
  }
}

/** Returns what was found kind by kind: the closest names come first, and of those what the viewer opens most. */
export function groupsOf(
  hits: readonly Hit[],
  search: string,
  timesUsed: (path: string) => number,
  permissions: readonly SitePermission[],
): Group[] {
  const wanted = search.toLowerCase()
  return (Object.keys(kinds) as SearchHitKind[])
    .map((kind): Group => {
      const ofKind = hits.filter((hit) => hit.kind === kind)
      const things = ofKind.map(thingOf)
      const total = ofKind[0]?.total ?? 0
      const path = listOf(kind, search, permissions)
      const { label } = kinds[kind]
      return {
        label,
        things: things.toSorted((one, two) => timesUsed(two.path) - timesUsed(one.path)),
        ...(total > things.length &&
          path !== undefined && {
            all: { label: `All ${total} ${label.toLowerCase()} with “${search}”`, path },
          }),
      }
    })
    .filter(({ things }) => things.length > 0)
    .sort(
      (one, two) =>
        closeness(two, wanted) - closeness(one, wanted) ||
        usesIn(two) - usesIn(one) ||
        shortest(one) - shortest(two),
    )

  function usesIn({ things }: Group): number {
    return Math.max(...things.map(({ path }) => timesUsed(path)))
  }
}

/** Length of the shortest name: of two that have the text, it is the larger part of the shorter one. */
const shortest = ({ things }: Group): number => Math.min(...things.map(({ label }) => label.length))

/** 2: one of the things is called so; 1: one has it in its name; 0: the text is inside of them. */
function closeness({ things }: Group, wanted: string): number {
  const names = things.map(({ label }) => label.toLowerCase())
  if (names.includes(wanted)) return 2
  return names.some((name) => name.includes(wanted)) ? 1 : 0
}

/** Returns the list that shows all things of a kind with a text; undefined for a kind without one. */
function listOf(
  kind: SearchHitKind,
  search: string,
  permissions: readonly SitePermission[],
): string | undefined {
  const ofSite = permissions.includes('SITE_ORGANIZATIONS_READ')
  if (kind === 'MODULE') return paths.modules({ search })
  if (kind === 'ORGANIZATION') return paths.organizations({ search })
  if (kind === 'ENGINE_VERSION') return paths.engineVersions({ search })
  if (kind === 'USER') return paths.users({ search })
  if (kind === 'SHARED_PROVIDER') return paths.sharedProviders({ search })
  if (kind === 'WORKSPACE' && ofSite) return paths.siteWorkspaces({ search })
  if (kind === 'PROVIDER' && ofSite) return paths.siteProviders({ search })
  return undefined
}
