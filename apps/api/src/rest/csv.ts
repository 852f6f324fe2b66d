import { csvHead, toCsv } from '../http/csv.js'
import { totalPages, type Page, type Paged } from '../kernel/page.js'
import { slicesOf } from '../kernel/slices.js'
import type { Call } from './jsonapi/resource.js'

/** Number of rows that are read at once for a whole list, and number of characters that no answer may have. */
const step = 1000
const tooMany = 8 * 1024 ** 2

/** The rows that are written at a stretch. */
const rowsAtOnce = 100

/** Writes the requested page, or else the whole list, until the answer would be too large or its client has left. */
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
