import type { ModulePartDocument } from '@engine/module-source/documents'
import { longestText, wordsIn } from './search-words.js'
import { searchedParts } from './searched-texts.js'

/** What a search found inside a module, beside its address and description, which every list shows. */
export interface ModuleMatch {
  readonly kind: 'input' | 'output' | 'resource' | 'submodule' | 'readme'
  /** `cidr`, `aws_vpc.main`, `modules/net`; of a README its folder. */
  readonly text: string
  /** The folder; empty for the root. */
  readonly path: string
}

/** As many as a line has room for. */
const mostShown = 3

/** What people may search a module for; made once, however often it is looked through. */
export interface SearchedModule {
  /** The words that every list shows. */
  readonly shown: readonly string[]
  readonly candidates: readonly Candidate[]
}

/** `parts` is the stored JSON text, or null where nothing of it is known. */
export function searchedModule(shown: string, parts: string | null): SearchedModule {
  return { shown: wordsIn(shown), candidates: parts === null ? [] : candidatesIn(parts) }
}

/** Finds typed words that lists do not show already: the declaration with the most of them first. */
export function matchesIn({ shown, candidates }: SearchedModule, typed: string): ModuleMatch[] {
  let missing = [...new Set(wordsIn(typed))].filter((word) => !begins(word, shown))
  const found: ModuleMatch[] = []
  while (missing.length > 0 && found.length < mostShown) {
    const covered = ({ words }: Candidate) => missing.filter((word) => begins(word, words)).length
    const [best] = candidates.toSorted((a, b) => covered(b) - covered(a))
    if (!best || covered(best) === 0) break
    missing = missing.filter((word) => !begins(word, best.words))
    found.push({ kind: best.kind, text: best.text, path: best.path })
  }
  return found
}

const begins = (word: string, words: readonly string[]): boolean =>
  words.some((each) => each.startsWith(word))

type Candidate = ModuleMatch & { readonly words: readonly string[] }

/** Declarations before READMEs, which have many words. */
function candidatesIn(parts: string): Candidate[] {
  const places = searchedParts(parts)
  return [...places.flatMap(declarationsOf), ...places.flatMap(readmeOf)]
}

function declarationsOf({ path, inputs, outputs, resources }: ModulePartDocument): Candidate[] {
  const named = (kind: ModuleMatch['kind'], text: string) => ({ kind, text, path, words: wordsIn(text) })
  return [
    ...inputs.map(({ name }) => named('input', name)),
    ...outputs.map(({ name }) => named('output', name)),
    ...resources.map(({ type, name }) => named('resource', `${type}.${name}`)),
    ...(path === '' ? [] : [named('submodule', path)]),
  ]
}

function readmeOf({ path, readme }: ModulePartDocument): Candidate[] {
  return readme === ''
    ? []
    : [{ kind: 'readme', text: path, path, words: wordsIn(readme.slice(0, longestText)) }]
}
