/** Statements that have a name at most: each connection keeps the plans of those that it has met. */
const mostNames = 200

/** Statements that are counted at most, until all counts begin anew. */
const mostCounted = 1000

/** In characters. Longer ones compare with long lists, each with another number of values. */
const longest = 8000

/** How often a statement has come before it has a name. What is made up once is not worth keeping a plan for. */
const enough = 5

/** What depends on the values looked for, and on how far back, is planned each time with them in sight. */
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
    if (names.size >= mostNames || sql.length > longest || dependsOnValues.test(sql)) return ''
    const count = (counts.get(sql) ?? 0) + 1
    if (count < enough) {
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
