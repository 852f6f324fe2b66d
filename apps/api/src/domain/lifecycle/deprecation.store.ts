import type { Deprecation } from './deprecation.js'

/** Columns of a deprecation: of versions of modules, of providers and of their versions. */
export interface DeprecationColumns {
  readonly deprecation: Deprecation['status'] | null
  readonly deprecationReason: string | null
  readonly deprecationLink: string | null
  readonly earlierReason: string | null
  readonly earlierLink: string | null
}

export const toDeprecationColumns = (deprecation: Deprecation | null): DeprecationColumns => ({
  deprecation: deprecation?.status ?? null,
  deprecationReason: deprecation?.reason ?? null,
  deprecationLink: deprecation?.link ?? null,
  earlierReason: deprecation?.earlier?.reason ?? null,
  earlierLink: deprecation?.earlier?.link ?? null,
})

export function deprecationOf(row: DeprecationColumns): Deprecation | null {
  const { deprecation: status, deprecationReason: reason, deprecationLink: link } = row
  const { earlierReason, earlierLink } = row
  const earlier =
    status === 'revoked' && earlierReason !== null ? { reason: earlierReason, link: earlierLink ?? '' } : null
  return status && { status, reason: reason ?? '', link: link ?? '', earlier }
}

/** The row with its five columns as one deprecation. */
export function withDeprecation<Row extends DeprecationColumns>(
  row: Row,
): Omit<Row, keyof DeprecationColumns> & { readonly deprecation: Deprecation | null } {
  const { deprecation, deprecationReason, deprecationLink, earlierReason, earlierLink, ...rest } = row
  const columns = { deprecation, deprecationReason, deprecationLink, earlierReason, earlierLink }
  return { ...rest, deprecation: deprecationOf(columns) }
}
