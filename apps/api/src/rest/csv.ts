import { stringify } from 'csv-stringify/sync'
import { totalPages, type Page, type Paged } from '../kernel/page.js'
import { slicesOf } from '../kernel/slices.js'
import type { Call } from './jsonapi/resource.js'

export const csvMediaType = 'text/csv; charset=utf-8'

/** Writes CSV (RFC 4180) without a line of names; a cell that a spreadsheet would compute begins with an apostrophe. */
export const toCsv = (columns: readonly string[], rows: readonly object[]): string =>
  stringify([...rows], {
    columns: [...columns],
    record_delimiter: 'windows',
    // By itself the library quotes a cell that holds its own end of a line, not half of one.
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    cast: { boolean: String },
  })

/** The line of names. */
export const csvHead = (columns: readonly string[]): string =>
  toCsv(columns, [Object.fromEntries(columns.map((column) => [column, column]))])

/** So many rows are read at once where all are asked for, and so many characters are certainly too many for an answer. */
const step = 1000
const tooMany = 8 * 1024 ** 2

/** The rows that are written at a stretch. */
const rowsAtOnce = 100

/** Writes the page that is asked for, or else the whole list, as far as an answer may be large and its client is there. */
export async function csvOfList<T>(
  { ctx, page, url }: Pick<Call<unknown>, 'ctx' | 'page' | 'url'>,
  columns: readonly string[],
  read: (page: Page) => Promise<Paged<T>>,
  toRow: (item: T) => object,
): Promise<string> {
  const textOf = async ({ items }: Paged<T>): Promise<string> => {
    const texts: string[] = []
    for await (const slice of slicesOf(items, rowsAtOnce)) texts.push(toCsv(columns, slice.map(toRow)))
    return texts.join('')
  }
  const asked = ['page[number]', 'page[size]'].some((name) => url.searchParams.has(name))
  const first = await read(asked ? page : { number: 1, size: step })
  let text = csvHead(columns) + (await textOf(first))
  if (!asked)
    for (let number = 2; number <= totalPages(first) && text.length <= tooMany; number++) {
      if (ctx.hasLeft?.()) break
      text += await textOf(await read({ number, size: step }))
    }
  return text
}
