import type { EndOfLife } from './end-of-life.js'

/** Columns of an end of life: of engine versions, and of the versions of modules and providers. */
export interface EndOfLifeColumns {
  readonly endOfLifeAt: Date | null
  readonly endOfLifeReason: string | null
}

export const toEndOfLifeColumns = (endOfLife: EndOfLife | null): EndOfLifeColumns => ({
  endOfLifeAt: endOfLife?.at ?? null,
  endOfLifeReason: endOfLife?.reason ?? null,
})

export const endOfLifeOf = ({
  endOfLifeAt: at,
  endOfLifeReason: reason,
}: EndOfLifeColumns): EndOfLife | null => at && { at, reason: reason ?? '' }

/** The row with its two columns as one end of life. */
export function withEndOfLife<Row extends EndOfLifeColumns>(
  row: Row,
): Omit<Row, keyof EndOfLifeColumns> & { readonly endOfLife: EndOfLife | null } {
  const { endOfLifeAt, endOfLifeReason, ...rest } = row
  return { ...rest, endOfLife: endOfLifeOf({ endOfLifeAt, endOfLifeReason }) }
}
