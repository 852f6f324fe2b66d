import { useQueryKeepingPrevious } from '../data/query'
import { graphql } from '../data/generated'
import type { SearchHitKind } from '../data/generated/graphql'
import { kinds, thingOf, type Thing } from './thing'
import { useViewer } from './viewer'

const PaletteSearch = graphql(`
  query PaletteSearch($search: String!) {
    search(text: $search) {
      kind
      id
      name
      organization
      detail
      deprecationStatus
      matches {
        kind
        text
        path
      }
    }
  }
`)

type Found = { groups: readonly { label: string; things: readonly Thing[] }[]; isFetching: boolean }

/** Things with a text in the name or, of modules, inside; of those the viewer may see. The closest names come first. */
export function useFoundThings(search: string): Found {
  const { needsTwoFactor } = useViewer()
  const enabled = search !== '' && !needsTwoFactor
  const { data, isFetching } = useQueryKeepingPrevious(PaletteSearch, { search }, { enabled })
  const hits = enabled ? (data?.search ?? []) : []
  const groups = (Object.keys(kinds) as SearchHitKind[]).map((kind) => ({
    label: kinds[kind].label,
    things: hits.filter((hit) => hit.kind === kind).map(thingOf),
  }))
  const wanted = search.toLowerCase()
  return { groups: groups.sort((a, b) => closeness(b, wanted) - closeness(a, wanted)), isFetching }
}

/** 2: one of the things is called so; 1: one has it in its name; 0: the text is inside of them. */
function closeness({ things }: { things: readonly Thing[] }, wanted: string): number {
  const names = things.map(({ label }) => label.toLowerCase())
  if (names.includes(wanted)) return 2
  return names.some((name) => name.includes(wanted)) ? 1 : 0
}
