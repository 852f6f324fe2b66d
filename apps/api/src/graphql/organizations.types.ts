import { Field, ID, InputType, ObjectType } from 'type-graphql'
import { connectionOf } from './page.types.js'
import { UserError } from './user-errors.js'

@ObjectType('Organization')
export class OrganizationType {
  @Field(() => ID)
  id!: string

  @Field(() => String)
  name!: string

  @Field(() => String)
  email!: string

  @Field(() => Date)
  createdAt!: Date

  @Field(() => Date)
  updatedAt!: Date
}

@ObjectType('OrganizationConnection')
export class OrganizationConnection extends connectionOf(OrganizationType) {}

@InputType()
export class OrganizationCreateInput {
  @Field(() => String)
  name!: string

  @Field(() => String)
  email!: string
}

@ObjectType()
export class OrganizationCreatePayload {
  @Field(() => OrganizationType, { nullable: true })
  organization?: OrganizationType

  @Field(() => [UserError])
  userErrors!: UserError[]
}
