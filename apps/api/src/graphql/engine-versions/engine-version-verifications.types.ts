import { Field, Float, InputType, ObjectType } from 'type-graphql'
import { verificationStates } from '../../domain/engine-versions/verification.js'
import { enumOf } from '../enums.js'
import { ActInput } from '../mutations.js'

const states = enumOf('VerificationState', verificationStates, {
  description: 'FAILED: the file is another than its checksum says. UNREACHABLE: there was none to compare.',
})

@ObjectType('EngineVersionVerification', {
  description: 'Whether the file behind the address of an archive is what its checksum says.',
})
export class EngineVersionVerificationType {
  @Field(() => String)
  os!: string

  @Field(() => String)
  arch!: string

  @Field(() => String, { description: 'The address that was read, as the archive has it now.' })
  url!: string

  @Field(() => String, { description: 'The checksum that it was compared with, as the archive has it now.' })
  sha!: string

  @Field(() => states)
  state!: string

  @Field(() => Float)
  bytesDone!: number

  @Field(() => Float, {
    nullable: true,
    description: 'Null as long as the length of the file is unknown.',
  })
  bytesTotal!: number | null

  @Field(() => String, {
    nullable: true,
    description: 'The SHA-256 of the file that is really there, where it FAILED.',
  })
  foundSha!: string | null

  @Field(() => String, { nullable: true, description: 'Why nothing could be read, where it is UNREACHABLE.' })
  problem!: string | null

  @Field(() => String, { description: 'The name of the user who asked for it.' })
  requestedBy!: string

  @Field(() => Date)
  requestedAt!: Date

  @Field(() => Date, { nullable: true })
  startedAt!: Date | null

  @Field(() => Date, { nullable: true })
  finishedAt!: Date | null
}

@InputType()
export class EngineVersionVerifyInput extends ActInput {}
