import { Field, InputType, registerEnumType, type ClassType } from 'type-graphql'
import type { Direction, Order } from '../kernel/page.js'

const directions = { ASC: 'asc', DESC: 'desc' } as const
registerEnumType(directions, { name: 'OrderDirection' })

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

    @Field(() => directions, { defaultValue: directions.ASC })
    direction!: Direction
  }
  return OrderClass
}
