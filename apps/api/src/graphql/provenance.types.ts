import { Field, ObjectType } from 'type-graphql'
import type { Provenance } from '../kernel/provenance.js'

@ObjectType('Provenance', {
  description:
    'Which job of a CI published a version: the word of its token, verified when that was exchanged. What the issuer does not tell is null.',
})
export class ProvenanceType implements Provenance {
  @Field(() => String)
  issuer!: string

  @Field(() => String)
  subject!: string

  @Field(() => String, { nullable: true, description: '`acme/network`.' })
  repository!: string | null

  @Field(() => String, { nullable: true, description: '`refs/tags/v1.0.0`.' })
  ref!: string | null

  @Field(() => String, { nullable: true })
  commit!: string | null

  @Field(() => String, { nullable: true })
  workflow!: string | null

  @Field(() => String, { nullable: true, description: 'Where its CI shows the run.' })
  runUrl!: string | null
}

export const provenanceField = {
  nullable: true,
  description: 'Null for what no CI identity published.',
}
