import {
  Field,
  getMetadataStorage,
  InputType,
  Int,
  ObjectType,
  registerEnumType,
  type ClassType,
} from 'type-graphql'
import {
  directions as directionWords,
  defaultPageSize,
  firstPage,
  maximumPageSize,
  totalPages,
  type Direction,
  type Order,
  type OrderedPage,
  type Page,
  type Paged,
} from '../kernel/page.js'
import { enumOf } from './enums.js'
import { invalid } from '../kernel/errors.js'

export { pageOf } from '../kernel/page.js'

@InputType({ description: 'Which part of a list.' })
export class PageInput {
  @Field(() => Int, { description: 'From 1.', defaultValue: 1 })
  number!: number

  @Field(() => Int, { description: `At most ${maximumPageSize}.`, defaultValue: defaultPageSize })
  size!: number
}

const directions = enumOf('OrderDirection', directionWords)

/** Makes the input `<Name>Order` of a list, with the enum `<Name>OrderField` of what the list can be sorted by. */
export function orderOf<Known extends string>(
  name: string,
  fields: Readonly<Record<string, Known>>,
): ClassType<Order<Known>> {
  registerEnumType(fields, { name: `${name}OrderField` })

  @InputType(`${name}Order`, {
    description: 'Names go without regard to case; where all is the same, the id decides.',
  })
  class OrderClass implements Order<Known> {
    @Field(() => fields)
    field!: Known

    @Field(() => directions, { defaultValue: 'asc' })
    direction!: Direction
  }
  return OrderClass
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

const nameOf = (node: ClassType): string | undefined =>
  getMetadataStorage().objectTypes.find(({ target }) => target === node)?.name

/** Makes the connection class of a node class, by its name; every list that can grow is one. */
export function connectionOf<T extends object>(
  node: ClassType<T>,
  name = `${nameOf(node)}Connection`,
): ClassType<Connection<T>> {
  @ObjectType(name)
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

export function toConnection<T>(list: Paged<T>): Connection<T>
export function toConnection<T, U>(list: Paged<T>, present: (item: T) => U): Connection<U>
export function toConnection<T>(
  list: Paged<T>,
  present: (item: T) => unknown = (item) => item,
): Connection<unknown> {
  const { number, size } = list.page
  const pages = totalPages(list)
  return {
    nodes: list.items.map(present),
    pageInfo: { number, size, totalPages: pages, hasPreviousPage: number > 1, hasNextPage: number < pages },
    totalCount: list.totalCount,
  }
}
