import { leavingOneOut, pairSign, wordsIn } from '@engine/module-source/search-words'

/** The index of a module, made where modules are read: threads make that of large ones. */
export { longestText, searchVector, wordsIn } from '@engine/module-source/search-words'

export interface SearchQuery {
  /** Every word begins a word of the module, every phrase stands in it. */
  readonly strict: string
  /** Words one of which may be one typo away from a word of a name. */
  readonly tolerant: string
  /** Any of the words as such, and as the beginning of another: what relevance is computed from. */
  readonly exact: string
  readonly prefixes: string
}

const mostTerms = 20

/**
 * Translates typed text into `tsquery` texts; undefined without a word in it. A phrase stands in double
 * quotes.
 */
export function searchQuery(typed: string): SearchQuery | undefined {
  const phrases: string[][] = []
  const rest = typed.replace(/"([^"]*)"/g, (_, phrase: string) => {
    phrases.push(wordsIn(phrase))
    return ' '
  })
  const words = [...new Set(wordsIn(rest))]
  const terms = [...phrases.filter(({ length }) => length > 0), ...words].slice(0, mostTerms)
  if (terms.length === 0) return undefined
  const all = (of: (term: string | string[]) => string): string => terms.map(of).join(' & ')
  const single = [...new Set(terms.flat())]
  return {
    strict: all((term) => (typeof term === 'string' ? beginning(term) : phrase(term))),
    tolerant: all((term) => (typeof term === 'string' ? nearly(term) : phrase(term))),
    exact: single.map((word) => `'${word}'`).join(' | '),
    prefixes: single.map((word) => `'${word}':*`).join(' | '),
  }
}

/** The words of a namespace are marked by `@`. */
function beginning(word: string): string {
  return `('${word}':* | '@${word}':*)`
}

function phrase(words: readonly string[]): string {
  const [only = ''] = words
  if (words.length === 1) return `('${only}' | '@${only}')`
  const pairs = words.slice(1).map((word, at) => `'${pairSign(words[at] ?? '', word)}'`)
  return `(${pairs.join(' & ')} & (${words.map((word) => `'${word}'`).join(' <-> ')}))`
}

function nearly(word: string): string {
  const near = ['~', '@~'].flatMap((mark) => leavingOneOut(word, mark)).map((each) => `'${each}'`)
  return `(${[`'${word}':*`, `'@${word}':*`, ...near].join(' | ')})`
}
