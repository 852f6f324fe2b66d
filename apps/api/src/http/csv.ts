import { stringify } from 'csv-stringify/sync'

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
