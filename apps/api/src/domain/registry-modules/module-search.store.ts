import { sql, type RawBuilder } from 'kysely'
import type { Prisma } from '../../generated/prisma/client.js'
import { literally } from '../../kernel/search.js'
import type { SearchQuery } from './search-words.js'

/** Beyond so many matches relevance means nothing, and the order is by downloads (contract §7). */
export const mostRanked = 5000

/** The relevance of the listing `l`; whole words count more than their beginnings. */
export const relevanceOf = ({ exact, prefixes }: SearchQuery): RawBuilder<number> =>
  sql<number>`2 * ts_rank(l.words, ${exact}::tsquery) + ts_rank(l.words, ${prefixes}::tsquery)`

/** In a transaction: PostgreSQL does not know how dear it is to read the words of every row, and would often do just that. */
export async function preferIndexes(client: Pick<Prisma.TransactionClient, '$executeRaw'>): Promise<void> {
  await client.$executeRaw`SET LOCAL enable_seqscan = off`
}

const partOf = (typed: string): string => `%${literally(typed.toLowerCase())}%`

/** Whether the address of the module `m` contains what was typed. */
export const isInAddress = (typed: string): RawBuilder<boolean> =>
  sql<boolean>`m.id IN (SELECT module_id FROM module_search_texts WHERE address LIKE ${partOf(typed)})`

/** Whether the module `m` has what was typed in its address or description, or all the words where the index of modules looks. */
export function isFound(typed: string, words: string | undefined): RawBuilder<boolean> {
  const part = partOf(typed)
  const byText = sql`
    SELECT module_id FROM module_search_texts WHERE address LIKE ${part} OR description LIKE ${part}`
  const byWords = sql`SELECT module_id FROM module_listings WHERE words @@ ${words}::tsquery`
  return words === undefined
    ? sql<boolean>`m.id IN (${byText})`
    : sql<boolean>`m.id IN (${byText} UNION ALL ${byWords})`
}
