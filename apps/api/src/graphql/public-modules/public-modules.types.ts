import { Field, ID, InputType, ObjectType } from 'type-graphql'
import type { SeenModule } from '../../domain/public-modules/public-module.js'
import { ActInput, Payload } from '../mutations.js'

@ObjectType('SitePublicModule', {
  description: 'A version of a module of the public registry whose archive was seen here.',
})
export class SitePublicModuleType implements SeenModule {
  @Field(() => ID)
  id!: string

  @Field(() => String, { description: 'The host.' })
  origin!: string

  @Field(() => String, { description: '`namespace/name/provider`, in lower case.' })
  address!: string

  @Field(() => String)
  version!: string

  @Field(() => String, { description: 'SHA-256 of the archive that was first seen: it alone is delivered.' })
  sha256!: string

  @Field(() => String, {
    nullable: true,
    description: 'That of another archive, which the origin sent last; null where it sent none.',
  })
  alteredSha256!: string | null

  @Field(() => Date, { nullable: true, description: 'When the origin first sent it.' })
  alteredAt!: Date | null
}

@InputType()
export class SitePublicModuleAcceptInput extends ActInput {
  @Field(() => String, {
    description: 'The `alteredSha256` that was read; STALE when the origin sent another archive meanwhile.',
  })
  sha256!: string
}

@ObjectType()
export class SitePublicModulePayload extends Payload {
  @Field(() => SitePublicModuleType, { nullable: true })
  publicModule?: SitePublicModuleType
}
