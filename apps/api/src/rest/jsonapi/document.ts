import { z } from 'zod'
import { defaultPageSize, totalPages, wholeList, type Paged } from '../../kernel/page.js'

const pageNumber = z.number().int()
const nullablePageNumber = pageNumber.nullable()

const link = z.string()

const pageLinks = z
  .object({ self: link, first: link, prev: link.nullable(), next: link.nullable(), last: link })
  .meta({ id: 'PageLinks', description: 'Absolute addresses with every other parameter unchanged.' })

const pagination = z
  .object({
    'current-page': pageNumber,
    'page-size': pageNumber,
    'prev-page': nullablePageNumber,
    'next-page': nullablePageNumber,
    'total-pages': pageNumber,
    'total-count': pageNumber,
  })
  .meta({ id: 'Pagination' })

/** A resource identifier. */
export const identifierOf = <Type extends string>(type: Type) =>
  z.object({ id: z.string(), type: z.literal(type) })

/** The relationship to one resource, to several, and to what has a separate address. */
export const toOne = <Type extends string>(type: Type) => z.object({ data: identifierOf(type) })
export const toMany = <Type extends string>(type: Type) => z.object({ data: z.array(identifierOf(type)) })
export const relatedLink = z.object({ links: z.object({ related: z.string() }) })

/** A resource of this type; of its id there is an example, or more to say. */
export const resourceOf = <Type extends string, Parts extends z.core.$ZodLooseShape>(
  type: Type,
  id: string | { readonly description: string; readonly example: string },
  parts: Parts,
) => {
  const about = typeof id === 'string' ? { example: id } : id
  return z.object({ id: z.string().meta(about), type: z.literal(type), ...parts })
}

export const selfLink = z.object({ self: z.string() })

/** `included` is what `include` may bring along, item by item. */
export const documentOf = <T extends z.ZodType>(data: T, included?: z.ZodType) =>
  z.object({ data, ...includedOf(included) })

const includedOf = (item?: z.ZodType) => (item ? { included: z.array(item).optional() } : {})

/** A paged list as the specification has it; `meta` adds members to `pagination`. */
export const listOf = <T extends z.ZodType>(
  item: T,
  { included, meta = {} }: { included?: z.ZodType; meta?: z.core.$ZodLooseShape } = {},
) =>
  z.object({
    data: z.array(item),
    ...includedOf(included),
    links: pageLinks,
    meta: z.looseObject({
      ...meta,
      pagination,
    }),
  })

/** Parts of a list in addition to its items and its paging. */
export interface ListExtras {
  readonly meta?: object
  /** Absent when not asked for. */
  readonly included?: readonly object[] | undefined
}

/** Contract §2, paging: absolute links with every other parameter unchanged. */
export function listDocument<T>(
  url: URL,
  list: Paged<T>,
  present: (item: T) => object,
  { meta, included }: ListExtras = {},
): object {
  const isWhole = list.page === wholeList
  const { number } = list.page
  const size = isWhole ? Math.max(list.totalCount, defaultPageSize) : list.page.size
  const pages = totalPages(list)
  const previous = number <= 1 || pages === 0 ? null : Math.min(number - 1, pages)
  const next = number < pages ? number + 1 : null
  const link = (page: number): string => (isWhole ? url.href : linkToPage(url, page, size))
  return {
    data: list.items.map((item) => present(item)),
    ...(included && { included }),
    links: {
      self: link(number),
      first: link(1),
      prev: previous === null ? null : link(previous),
      next: next === null ? null : link(next),
      last: link(Math.max(pages, 1)),
    },
    meta: {
      ...meta,
      pagination: {
        'current-page': number,
        'page-size': size,
        'prev-page': previous,
        'next-page': next,
        'total-pages': pages,
        'total-count': list.totalCount,
      },
    },
  }
}

function linkToPage(url: URL, number: number, size: number): string {
  const link = new URL(url)
  link.searchParams.set('page[number]', String(number))
  link.searchParams.set('page[size]', String(size))
  return link.href
}
