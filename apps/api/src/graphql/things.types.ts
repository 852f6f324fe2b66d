import { Field, ID, ObjectType } from 'type-graphql'

/** A thing with an id: the part that types of all kinds have in common. */
@ObjectType()
export abstract class ThingType {
  @Field(() => ID)
  id!: string
}

@ObjectType()
export abstract class NamedThingType extends ThingType {
  @Field(() => String)
  name!: string
}

@ObjectType()
export abstract class CreatedThingType extends ThingType {
  @Field(() => Date)
  createdAt!: Date
}

@ObjectType()
export abstract class ChangeableThingType extends CreatedThingType {
  @Field(() => Date)
  updatedAt!: Date
}
