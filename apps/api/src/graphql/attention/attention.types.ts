import { Extensions, Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import {
  attentionKinds,
  attentionOrders,
  attentionViews,
  type AttentionKind,
} from '../../domain/attention/attention-item.js'
import type { Actor } from '../../kernel/actor.js'
import { enumOf } from '../enums.js'
import { ActInput, Payload } from '../mutations.js'
import { connectionOf } from '../page.types.js'
import { ThingType } from '../things.types.js'

const kinds = enumOf('AttentionKind', attentionKinds)
export const attentionViewEnum = enumOf('AttentionView', attentionViews, {
  valuesConfig: {
    OPEN: { description: 'What the viewer has not put off.' },
    LATER: { description: 'What the viewer has put off until a day.' },
    MINE: { description: 'What the viewer works on.' },
  },
})
export const attentionOrderEnum = enumOf('AttentionOrder', attentionOrders)
export const attentionKindEnum = kinds

@ObjectType('AttentionItem', {
  description: 'A failure or warning that the viewer can solve. What does not fit its kind is null.',
})
export class AttentionItemType {
  @Field(() => ID, { description: 'The same as long as the problem is there.' })
  id!: string

  @Field(() => kinds)
  kind!: AttentionKind

  @Field(() => Date, {
    nullable: true,
    description: 'Since when; of what ends, when. Of an origin, when it last answered.',
  })
  at!: Date | null

  @Field(() => String, { nullable: true, description: 'The name of the organization.' })
  organization!: string | null

  @Field(() => String, {
    description: 'Of the thing: a module, a team, an address, or the organization itself.',
  })
  name!: string

  @Field(() => ID, {
    nullable: true,
    description: 'Of the thing; of a failed upload, of its module or provider.',
  })
  thingId!: string | null

  @Field(() => String, { nullable: true, description: 'Of a module the provider it is for.' })
  provider!: string | null

  @Field(() => String, { nullable: true, description: 'Of several the newest.' })
  version!: string | null

  @Field(() => String, { nullable: true, description: 'Why, in the words of what failed or of who asked.' })
  detail!: string | null

  @Field(() => Float, {
    nullable: true,
    description: 'Of workspaces, of such versions or of organizations; of a disk the bytes that are free.',
  })
  amount!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'The limit of workspaces; of a disk the bytes that have to stay free.',
  })
  limit!: number | null

  @Field(() => String, { nullable: true, description: 'The user name of who works on it.' })
  assignee!: string | null

  @Field(() => Boolean, { description: 'Whether the viewer works on it.' })
  isMine!: boolean

  @Field(() => Date, { nullable: true, description: 'Until when the viewer has put it off.' })
  laterUntil!: Date | null
}

@ObjectType('AttentionCount')
export class AttentionCountType {
  @Field(() => kinds)
  kind!: AttentionKind

  @Field(() => Int)
  open!: number

  @Field(() => Int)
  later!: number

  @Field(() => Int)
  mine!: number
}

@ObjectType('AttentionItemConnection')
export class AttentionItemConnection extends connectionOf(AttentionItemType, 'AttentionItemPage') {
  @Extensions({ most: attentionKinds.length })
  @Field(() => [AttentionCountType], {
    description: 'Of each kind that the viewer can solve, whatever the view; the worst first.',
  })
  counts!: readonly AttentionCountType[]
}

@InputType()
export class AttentionItemTakeInput extends ActInput {}

@InputType()
export class AttentionItemReleaseInput extends ActInput {}

@InputType()
export class AttentionItemPostponeInput {
  @Field(() => ID)
  id!: string

  @Field(() => Date, { nullable: true, description: 'A year from now at most; null: it is open again.' })
  until?: Date | null
}

@ObjectType()
export class AttentionItemPayload extends Payload {
  @Field(() => AttentionItemType, { nullable: true })
  item?: AttentionItemType
}

@InputType()
export class FailedUploadPutAwayInput extends ActInput {}

@ObjectType()
export class FailedUploadPutAwayPayload extends Payload {
  @Field(() => ID, { nullable: true, description: 'Of the version.' })
  putAwayId?: string
}

@ObjectType('AttentionFigure')
class AttentionFigureType {
  @Field(() => Int)
  now!: number

  @Field(() => Int, {
    description:
      'Of those that there are now, how many there were 30 days ago; of downloads those of the 30 days before.',
  })
  before!: number
}

@ObjectType('AttentionFigures')
export class AttentionFiguresType {
  @Field(() => AttentionFigureType)
  organizations!: AttentionFigureType

  @Field(() => AttentionFigureType)
  workspaces!: AttentionFigureType

  @Field(() => AttentionFigureType)
  modules!: AttentionFigureType

  @Field(() => AttentionFigureType, { description: 'Of modules, in the last 30 days.' })
  downloads!: AttentionFigureType
}

@ObjectType('UsedEngineVersion')
export class UsedEngineVersionType extends ThingType {
  @Field(() => String)
  version!: string

  @Field(() => Boolean)
  deprecated!: boolean

  @Field(() => Boolean)
  enabled!: boolean

  @Field(() => Int, { description: 'How many are on it.' })
  workspaces!: number
}

export const UsedEngineVersionConnection = connectionOf(UsedEngineVersionType)

@ObjectType('Attention', {
  description: 'Failures and coming failures that the viewer can fix, and figures.',
})
export class AttentionType {
  /** The caller, for the resolvers; no field of the schema. */
  actor!: Actor
}
