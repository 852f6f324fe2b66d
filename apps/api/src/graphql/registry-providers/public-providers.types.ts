import { Field, ObjectType } from 'type-graphql'
import { connectionOf } from '../page.types.js'

@ObjectType('PublicProviderVersion', { description: 'A version as the public registry lists it.' })
class PublicProviderVersionType {
  @Field(() => String)
  version!: string

  @Field(() => [String])
  protocols!: readonly string[]

  @Field(() => [String], { description: 'Such as `linux/amd64`, in alphabetical order.' })
  platforms!: readonly string[]
}

@ObjectType('PublicProviderVersionConnection')
export class PublicProviderVersionConnection extends connectionOf(PublicProviderVersionType) {
  @Field(() => String, {
    nullable: true,
    description: 'Why the public registry could not be asked, in a sentence.',
  })
  failure!: string | null
}
