/** Statements that have a name at most: each connection keeps the plans of those that it has met. */
const mostNames = 200

/** Limit of the statements that are counted; after it all counts begin again. */
const mostCounted = 1000

/**
 * Limit of a statement, in characters. Longer ones compare with long lists, each with another number of
 * values.
 */
const longestStatement = 8000

/** Number of uses after which a statement gets a name. A plan of what is used once is not worth storing. */
const usesBeforeName = 5

/**
 * Signs of statements whose plan depends on the values, or on how far back the page is: they are planned each
 * time.
 */
const dependsOnValues = /\bI?LIKE\b|::tsquery|\bOFFSET \$/i

/**
 * Gives a name to each statement that is asked again and again: PostgreSQL then parses it once on each connection, and
 * plans it once where its plan is good for any values. The empty name stands for none. What differs in its text, as by
 * how many values it compares with, is another statement.
 */
export function statementNames(): (query: { readonly sql: string }) => string {
  const names = new Map<string, string>()
  let counts = new Map<string, number>()
  return ({ sql }) => {
    const name = names.get(sql)
    if (name !== undefined) return name
    if (names.size >= mostNames || sql.length > longestStatement || dependsOnValues.test(sql)) return ''
    const count = (counts.get(sql) ?? 0) + 1
    if (count < usesBeforeName) {
      if (counts.size >= mostCounted) counts = new Map()
      counts.set(sql, count)
      return ''
    }
    counts.delete(sql)
    const next = `engine_${names.size}`
    names.set(sql, next)
    return next
  }
}
