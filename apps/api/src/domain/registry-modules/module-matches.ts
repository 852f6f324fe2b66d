import type { ModulePartDocument } from '@engine/module-source/documents'
import { slicesOf } from '../../kernel/slices.js'
import { longestText, wordsIn } from './search-words.js'
import { searchedParts } from './searched-texts.js'

export const matchKinds = ['input', 'output', 'resource', 'submodule', 'readme'] as const

/**
 * A match that a search found inside a module, apart from its address and description, which every list
 * shows.
 */
export interface ModuleMatch {
  readonly kind: (typeof matchKinds)[number]
  /** `cidr`, `aws_vpc.main`, `modules/net`; of a README its folder. */
  readonly text: string
  /** The folder; empty for the root. */
  readonly path: string
}

/** Limit of the matches shown: a line has no room for others. */
const mostShown = 3

/** The texts of a module that people may search; computed once for any number of searches. */
export interface SearchedModule {
  /** The words that every list shows. */
  readonly shown: readonly string[]
  readonly candidates: readonly Candidate[]
}

/** The declarations whose words are made at a stretch. */
const madeAtOnce = 1000

/** `parts` is the stored JSON text, or null where nothing of it is known. Large ones are looked through in slices. */
export async function searchedModule(shown: string, parts: string | null): Promise<SearchedModule> {
  const candidates: Candidate[] = []
  const places = parts === null ? [] : searchedParts(parts)
  // Declarations before READMEs, which have many words.
  const found = [...places.flatMap(declarationsOf), ...places.flatMap(readmeOf)]
  for await (const slice of slicesOf(found, madeAtOnce))
    candidates.push(...slice.map(({ searched, ...match }) => ({ ...match, words: wordsIn(searched) })))
  return { shown: wordsIn(shown), candidates }
}

/** Finds typed words that lists do not show already: the declaration with the most of them first. */
export function matchesIn({ shown, candidates }: SearchedModule, typed: string): ModuleMatch[] {
  let missing = [...new Set(wordsIn(typed))].filter((word) => !begins(word, shown))
  const found: ModuleMatch[] = []
  while (missing.length > 0 && found.length < mostShown) {
    const covered = ({ words }: Candidate) => missing.filter((word) => begins(word, words)).length
    const best = mostCovering(candidates, covered)
    if (!best) break
    missing = missing.filter((word) => !begins(word, best.words))
    found.push({ kind: best.kind, text: best.text, path: best.path })
  }
  return found
}

/** The first of those that cover the most; undefined where none covers anything. */
function mostCovering(
  candidates: readonly Candidate[],
  covered: (candidate: Candidate) => number,
): Candidate | undefined {
  let best: { readonly candidate: Candidate; readonly count: number } | undefined
  for (const candidate of candidates) {
    const count = covered(candidate)
    if (count > (best?.count ?? 0)) best = { candidate, count }
  }
  return best?.candidate
}

const begins = (word: string, words: readonly string[]): boolean =>
  words.some((each) => each.startsWith(word))

type Candidate = ModuleMatch & { readonly words: readonly string[] }

/** A place whose words are not made yet. */
type Place = ModuleMatch & { readonly searched: string }

function declarationsOf({ path, inputs, outputs, resources }: ModulePartDocument): Place[] {
  const placeOf = (kind: ModuleMatch['kind'], text: string) => ({ kind, text, path, searched: text })
  return [
    ...inputs.map(({ name }) => placeOf('input', name)),
    ...outputs.map(({ name }) => placeOf('output', name)),
    ...resources.map(({ type, name }) => placeOf('resource', `${type}.${name}`)),
    ...(path === '' ? [] : [placeOf('submodule', path)]),
  ]
}

function readmeOf({ path, readme }: ModulePartDocument): Place[] {
  return readme === '' ? [] : [{ kind: 'readme', text: path, path, searched: readme.slice(0, longestText) }]
}
