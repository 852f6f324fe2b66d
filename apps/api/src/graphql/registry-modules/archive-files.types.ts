import { Field, Float, ObjectType } from 'type-graphql'
import {
  fileRefusals,
  type ArchiveEntry,
  type ArchiveFile,
} from '../../domain/registry-modules/archive-file.js'
import { enumOf } from '../enums.js'
import { JsonScalar } from '../json.js'
import { connectionOf } from '../page.types.js'

@ObjectType('RegistryModuleEntry', { description: 'A file or a folder of the archive of a version.' })
export class RegistryModuleEntryType implements ArchiveEntry {
  @Field(() => String, { description: '`examples/complete/main.tf`.' })
  path!: string

  @Field(() => String)
  name!: string

  @Field(() => Boolean)
  isFolder!: boolean

  @Field(() => Float, { description: 'In bytes; of a folder that of all files in it.' })
  size!: number
}

export const RegistryModuleEntryConnection = connectionOf(RegistryModuleEntryType)

const refusals = enumOf('RegistryModuleFileRefusal', fileRefusals, {
  description: 'It has more than 256 KiB, or stands behind much else; or it is no text.',
})

@ObjectType('RegistryModuleFile')
export class RegistryModuleFileType {
  @Field(() => String)
  path!: string

  @Field(() => Float, { description: 'In bytes.' })
  size!: number

  @Field(() => JsonScalar, {
    nullable: true,
    description:
      'Its text: a list of texts and of coloured pieces, `{tag, kind, children}`, which joined are the text. Null where it is not shown.',
  })
  tree!: unknown

  @Field(() => refusals, { nullable: true, description: 'Why it is not shown.' })
  refusal!: ArchiveFile['refusal']
}

export const RegistryModuleFileConnection = connectionOf(RegistryModuleFileType)

export function toFileType({ tree, ...file }: ArchiveFile): RegistryModuleFileType {
  return { ...file, tree: tree === null ? null : (JSON.parse(tree) as unknown) }
}
