// What a migration may not do while processes of the release before still run on the same database.

/** Each with what it is called and what the older release makes of it. */
const contractions = [
  [/\bDROP\s+(TABLE|VIEW|TYPE|SCHEMA)\b/i, 'drops what the older release still reads'],
  [
    /\bDROP\s+(COLUMN\b|(?!CONSTRAINT\b|DEFAULT\b|NOT\b|IDENTITY\b|EXPRESSION\b)(IF\s+EXISTS\s+)?"?\w+"?\s*(,|;|$))/i,
    'drops a column that the older release still reads',
    /\bALTER\s+TABLE\b/i,
  ],
  [/\bRENAME\b/i, 'renames what the older release knows by its name'],
  [/\bSET\s+NOT\s+NULL\b/i, 'demands what the older release may leave out'],
  [
    /\bALTER\s+(COLUMN\s+)?"?\w+"?\s+(SET\s+DATA\s+)?TYPE\b/i,
    'makes another type of what the older release reads',
  ],
  [/\bALTER\s+TYPE\b/i, 'changes values of a type that the older release has a list of'],
]

const column =
  /\bADD\s+(?:COLUMN\s+)?(?:IF\s+NOT\s+EXISTS\s+)?("?\w+"?)\s+(?!FOREIGN|KEY|CHECK|UNIQUE|PRIMARY)([^,;]*)/gi

/**
 * Finds statements of a migration that an older release cannot work with, as sentences; not those below a comment `--
 * contract: …` that says why they are allowed: since which release nothing uses the thing.
 */
export function contractionsOf(sql) {
  const made = new Set()
  return statementsOf(sql).flatMap(({ text, reason }) => {
    const table = /\b(?:CREATE|ALTER)\s+TABLE\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?(?:ONLY\s+)?("?\w+"?)/i.exec(
      text,
    )?.[1]
    if (/^\s*CREATE\s+TABLE\b/i.test(text)) made.add(table)
    // No release knows a table yet that is made by the same migration.
    if (reason || (table && made.has(table))) return []
    const found = contractions.filter(([pattern, , only]) => pattern.test(text) && (!only || only.test(text)))
    const whys = found.map(([, why]) => why)
    if (addsRequired(text))
      whys.push('adds a column that the older release leaves out, and that has no default')
    return [...new Set(whys)].map((why) => `${text.trim().replaceAll(/\s+/g, ' ').slice(0, 100)}: ${why}`)
  })
}

function addsRequired(text) {
  if (!/\bALTER\s+TABLE\b/i.test(text)) return false
  return [...text.matchAll(column)].some(
    ([, name, rest]) =>
      !/^"?CONSTRAINT"?$/i.test(name) &&
      /\bNOT\s+NULL\b/i.test(rest) &&
      !/\b(DEFAULT|GENERATED)\b/i.test(rest),
  )
}

/** Comments, bodies of functions and quoted texts are no statements; of a comment only a written reason counts. */
function statementsOf(sql) {
  const bare = sql.replaceAll(
    /--[^\n]*|\/\*[^]*?\*\/|\$(\w*)\$[^]*?\$\1\$|'(?:[^']|'')*'/g,
    (found) => /^--\s*contract:\s*\S.{9,}/i.exec(found)?.[0].replaceAll(';', ',') ?? "''",
  )
  return bare
    .split(';')
    .map((part) => ({ text: part.replaceAll(/--[^\n]*/g, ''), reason: part.includes('--') }))
}
