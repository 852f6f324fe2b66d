import { Extensions, Field, Int, ObjectType, registerEnumType } from 'type-graphql'
import type { StateChange } from '../../domain/states/state-comparison.js'

const StateChangeKind = { ADDED: 'added', CHANGED: 'changed', REMOVED: 'removed' } as const
registerEnumType(StateChangeKind, { name: 'StateChangeKind' })

@ObjectType('StateChangeCounts')
export class StateChangeCountsType {
  @Field(() => Int)
  added!: number

  @Field(() => Int)
  changed!: number

  @Field(() => Int)
  removed!: number
}

@ObjectType('StateChange', { description: 'A resource or an output; never a value.' })
class StateChangeType {
  @Field(() => StateChangeKind)
  kind!: StateChange['kind']

  @Field(() => String, { description: 'As the engine writes it.' })
  address!: string

  @Field(() => String, { nullable: true, description: 'Of the resource; null for an output.' })
  type!: string | null
}

@ObjectType('StateComparison', { description: 'What a state changes against another one.' })
export class StateComparisonType {
  @Field(() => StateChangeCountsType, { description: 'Without data sources.' })
  resources!: StateChangeCountsType

  @Field(() => StateChangeCountsType)
  outputs!: StateChangeCountsType

  @Extensions({ most: 500 })
  @Field(() => [StateChangeType], { description: 'Resources before outputs, by address; at most 500.' })
  changes!: readonly StateChangeType[]
}
