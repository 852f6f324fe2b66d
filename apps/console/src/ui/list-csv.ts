import type { Column } from './data-table'
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

/** As RFC 4180 has it; what a spreadsheet would take for a formula begins with an apostrophe, as in exports of the API. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const told = columns.filter(({ place }) => place !== 'menu')
  const lines = [
    told.map(({ header }) => header),
    ...rows.map((row) => told.map((each) => textOf(each, row))),
  ]
  return lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join('')
}

function textOf<Row>({ text, cell }: Column<Row>, row: Row): string {
  const value = text ? text(row) : cell(row)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function quoted(text: string): string {
  const safe = /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Hands a text to the browser as a file. */
export function download(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
