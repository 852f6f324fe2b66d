// Plain words: how a doc comment begins, and the words that product, screens and documents do without.

/** Words that are neither noun nor verb. A comment that begins with one makes its reader look for the thing. */
const firstWordsOut = new Set(
  `what who whom whose where when why how which whether
   of in on at by for from to with without within beside besides beyond before after behind between under over above
   below through during until since against among as than like per about around across into onto off out up down
   beneath despite except inside outside instead toward towards
   it its they them their theirs he she his her him we us our you your i me my this that these those such ones
   there here if unless because although though while so but and or nor yet not none nothing nobody never neither
   everything everyone everybody somebody something someone anyone anything anybody whoever whatever whichever
   also only even just still then thus hence again already always often once twice now today else
   is are was were be been has have had do does did can could may might must shall should will would`.split(
    /\s+/,
  ),
)

/** Words that are out, as patterns, each with the right ones. A blank stands for a line end of a comment too. */
const wordsOut = [
  ['anew', 'again'],
  ['no more(?! than)', 'no longer'],
  ['any more', 'any longer, no longer'],
  ['so (?:many|much|long|often)', 'the number, the duration, at most, every'],
  ["of (?:its|their|his|her|our|your|one's|my) own", 'its own, separate'],
  ['(?:by|with) which', 'that … by, whose'],
  // In quotation marks it is a user of the system.
  [
    "(?:whoever|somebody|everybody|(?<!['`\\x22])nobody(?!['`\\x22]))",
    'the role: the caller, a member, no one',
  ],
  ['none of', 'no, without'],
  ['beside', 'next to, with, as well as, while'],
  ['to the letter', 'exactly'],
  ['as far as', 'where, if'],
].map(([words, right]) => [new RegExp(`\\b${words.replaceAll(' ', '[\\s*/]+')}\\b`, 'gi'), right])

/** Finds doc comments that begin with neither a noun nor a verb; a name in backticks is a noun. */
export const oddComments = (files) =>
  matchesIn(files, /\/\*\*\s+(?:\*\s+)?["'([]*([A-Za-z']+)/g)
    .filter(({ match }) => firstWordsOut.has(match[1].toLowerCase()))
    .map(({ place, line }) => `${place}: ${line}`)

/** Finds words that are out, each with the right ones; in capitals they are names of values. */
export const oddWords = (files) =>
  wordsOut.flatMap(([pattern, right]) =>
    matchesIn(files, pattern)
      .filter(({ match }) => /[a-z]/.test(match[0]))
      .map(({ place, match }) => `${place}: "${match[0].replaceAll(/[\s*/]+/g, ' ')}": say ${right}`),
  )

function matchesIn(files, pattern) {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map((match) => {
      const number = text.slice(0, match.index).split('\n').length
      return { match, place: `${path}:${number}`, line: text.split('\n')[number - 1].trim() }
    }),
  )
}
