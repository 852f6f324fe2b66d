import { Field, InputType, Int, ObjectType, type ClassType } from 'type-graphql'
import { invalid } from '../kernel/errors.js'
import {
  defaultPageSize,
  firstPage,
  maximumPageSize,
  totalPages,
  type Order,
  type OrderedPage,
  type Page,
  type Paged,
} from '../kernel/page.js'

@InputType({ description: 'Which part of a list.' })
export class PageInput {
  @Field(() => Int, { description: 'From 1.', defaultValue: 1 })
  number!: number

  @Field(() => Int, { description: `At most ${maximumPageSize}.`, defaultValue: defaultPageSize })
  size!: number
}

export function toPage<Field extends string>(
  input: PageInput | null | undefined,
  order?: Order<Field> | null,
): OrderedPage<Field> {
  return { ...toRange(input), ...(order && { order }) }
}

function toRange(input: PageInput | null | undefined): Page {
  if (!input) return firstPage
  if (input.number < 1 || input.size < 1)
    throw invalid({ path: ['page'], code: 'INVALID', message: 'Page is invalid: number and size begin at 1' })
  return { number: input.number, size: Math.min(input.size, maximumPageSize) }
}

/** Cuts a page out of a whole list. */
export function pageOf<T>(all: readonly T[], page: Page): Paged<T> {
  const start = (page.number - 1) * page.size
  return { items: all.slice(start, start + page.size), totalCount: all.length, page }
}

@ObjectType()
export class PageInfo {
  @Field(() => Int)
  number!: number

  @Field(() => Int)
  size!: number

  @Field(() => Int)
  totalPages!: number

  @Field(() => Boolean)
  hasPreviousPage!: boolean

  @Field(() => Boolean)
  hasNextPage!: boolean
}

export interface Connection<T> {
  nodes: T[]
  pageInfo: PageInfo
  totalCount: number
}

/** Makes the connection class of a node class; every list that can grow is one. */
export function connectionOf<T extends object>(node: ClassType<T>): ClassType<Connection<T>> {
  @ObjectType()
  class ConnectionClass implements Connection<T> {
    @Field(() => [node])
    nodes!: T[]

    @Field(() => PageInfo)
    pageInfo!: PageInfo

    @Field(() => Int)
    totalCount!: number
  }
  return ConnectionClass as ClassType<Connection<T>>
}

export function toConnection<T, U>(list: Paged<T>, present: (item: T) => U): Connection<U> {
  const { number, size } = list.page
  const pages = totalPages(list)
  return {
    nodes: list.items.map(present),
    pageInfo: { number, size, totalPages: pages, hasPreviousPage: number > 1, hasNextPage: number < pages },
    totalCount: list.totalCount,
  }
}
