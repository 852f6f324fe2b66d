import { Field, ID, InputType, ObjectType } from 'type-graphql'
import { ActInput, DeletePayload, Payload } from '../mutations.js'
import { connectionOf } from '../page.types.js'

@ObjectType('SharingRequest', { description: 'An open request of an organization to site administrators.' })
export class SharingRequestType {
  @Field(() => ID)
  id!: string

  @Field(() => String, {
    description: 'The organization that shall share its modules, by the name that was typed.',
  })
  producer!: string

  @Field(() => String)
  reason!: string

  @Field(() => String, { description: 'The name of who asked.' })
  askedByName!: string

  @Field(() => Date, { description: 'Without an answer it ends 30 days later.' })
  createdAt!: Date
}

export const SharingRequestConnection = connectionOf(SharingRequestType)

@InputType()
export class SharingRequestCreateInput {
  @Field(() => String, { description: 'The name of the organization that asks.' })
  organization!: string

  @Field(() => String, {
    description: 'The name of another organization, or the address of one of its modules.',
  })
  producer!: string

  @Field(() => String, { description: 'For the site administrators; 500 characters at most.' })
  reason!: string
}

@InputType()
export class SharingRequestWithdrawInput extends ActInput {}

@InputType()
export class SharingRequestDeclineInput extends ActInput {}

@ObjectType()
export class SharingRequestPayload extends Payload {
  @Field(() => SharingRequestType, { nullable: true })
  sharingRequest?: SharingRequestType
}

@ObjectType()
export class SharingRequestEndPayload extends DeletePayload {}
