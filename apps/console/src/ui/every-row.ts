import type { Connection } from './paged-list'

/** How many rows a file may have, and how many are asked for at a time. */
export const mostExported = 5_000
const batch = 100

export type FetchPage<Row> = (page: { number: number; size: number }) => Promise<Connection<Row> | undefined>

/** Every row of a list, a page after the other; `onProgress` hears how many there are by now. */
export async function everyRow<Row>(
  fetchPage: FetchPage<Row>,
  onProgress: (fetched: number) => void = () => undefined,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let number = 1, pages = 1; number <= pages; number++) {
    const found = await fetchPage({ number, size: batch })
    if (!found) break
    pages = found.pageInfo.totalPages
    rows.push(...found.nodes)
    onProgress(rows.length)
  }
  return rows
}
