import type { Connection } from './paged-list'

/** Number of rows in one request. */
const batch = 100

export type FetchPage<Row> = (page: { number: number; size: number }) => Promise<Connection<Row> | undefined>

/** Every row of a list, a page after the other. */
export async function everyRow<Row>(fetchPage: FetchPage<Row>): Promise<Row[]> {
  const rows: Row[] = []
  for (let number = 1, pages = 1; number <= pages; number++) {
    const found = await fetchPage({ number, size: batch })
    if (!found) break
    pages = found.pageInfo.totalPages
    rows.push(...found.nodes)
  }
  return rows
}
