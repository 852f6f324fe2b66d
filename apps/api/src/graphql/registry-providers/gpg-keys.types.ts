import { Field, InputType, ObjectType } from 'type-graphql'
import { DeletePayload, OptimisticLockInput, Payload } from '../mutations.js'
import { connectionOf } from '../page.types.js'
import { ChangeableThingType } from '../things.types.js'

@ObjectType('GpgKey', { description: 'A public key that signs providers.' })
export class GpgKeyType extends ChangeableThingType {
  @Field(() => String, { description: 'The name of the organization.' })
  namespace!: string

  @Field(() => String, { description: 'The long id, in capitals.' })
  keyId!: string

  @Field(() => String)
  asciiArmor!: string

  /** The organization, for the other resolvers; no field of the schema. */
  organizationId!: string
}

export const GpgKeyConnection = connectionOf(GpgKeyType)

@InputType()
export class GpgKeyCreateInput {
  @Field(() => String, { description: 'The name of the organization.' })
  namespace!: string

  @Field(() => String, { description: 'One public key.' })
  asciiArmor!: string
}

@InputType({ description: 'Moves the key to another namespace.' })
export class GpgKeyUpdateInput extends OptimisticLockInput {
  @Field(() => String)
  namespace!: string
}

@InputType()
export class GpgKeyDeleteInput extends OptimisticLockInput {}

@ObjectType()
export class GpgKeyPayload extends Payload {
  @Field(() => GpgKeyType, { nullable: true })
  gpgKey?: GpgKeyType
}

@ObjectType()
export class GpgKeyDeletePayload extends DeletePayload {}
