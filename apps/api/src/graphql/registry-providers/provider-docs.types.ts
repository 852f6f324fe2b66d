import { providerDocCategories, type ProviderDocCategory } from '@engine/shared/provider-docs'
import { Field, InputType, Int, ObjectType } from 'type-graphql'
import { isUsableOnly } from '../../domain/registry-providers/registry-provider.js'
import type { Actor } from '../../kernel/actor.js'
import {
  providerDocChanges,
  type ChangedProviderDoc,
  type DocumentedVersion,
  type ProviderDoc,
  type ProviderDocsChanges,
} from '../../domain/registry-providers/provider-doc.js'
import type { ProviderVersionAccess } from '../../domain/registry-providers/registry-provider-version.js'
import { enumOf } from '../enums.js'
import { connectionOf } from '../page.types.js'
import { ThingType } from '../things.types.js'

export const providerDocCategoryEnum = enumOf('ProviderDocCategory', providerDocCategories)

@ObjectType('ProviderDoc')
export class ProviderDocType extends ThingType {
  @Field(() => providerDocCategoryEnum)
  category!: ProviderDocCategory

  @Field(() => String, { description: 'File name without its ending; `index` of the overview.' })
  slug!: string

  @Field(() => String)
  title!: string

  @Field(() => String, { description: 'Empty where it has none.' })
  subcategory!: string

  @Field(() => String)
  description!: string

  @Field(() => String, { description: 'Path in the archive that it came in.' })
  path!: string

  @Field(() => Boolean, { description: 'Whether it was longer than what is kept.' })
  truncated!: boolean

  /** The page and its organization, for the resolver of its text; no fields of the schema. */
  doc!: ProviderDoc
  organizationId!: string
}

export const toDocType = (organizationId: string, doc: ProviderDoc): ProviderDocType => ({
  ...doc,
  ...{ doc, organizationId },
})

export const ProviderDocConnection = connectionOf(ProviderDocType)

@ObjectType('DocumentedVersion')
export class DocumentedVersionType implements DocumentedVersion {
  @Field(() => String)
  version!: string

  @Field(() => Date)
  uploadedAt!: Date
}

export const DocumentedVersionConnection = connectionOf(DocumentedVersionType)

@ObjectType('ProviderDocGroup')
export class ProviderDocGroupType {
  @Field(() => providerDocCategoryEnum)
  category!: ProviderDocCategory

  @Field(() => String, { description: 'Empty for pages without one.' })
  subcategory!: string

  @Field(() => Int, { description: 'The number of its pages.' })
  count!: number
}

export const ProviderDocGroupConnection = connectionOf(ProviderDocGroupType)

const providerDocChangeEnum = enumOf('ProviderDocChange', providerDocChanges)

@ObjectType('ChangedProviderDoc')
class ChangedProviderDocType implements ChangedProviderDoc {
  @Field(() => providerDocCategoryEnum)
  category!: ProviderDocCategory

  @Field(() => String)
  slug!: string

  @Field(() => String, { description: 'Of a page that was removed the former one.' })
  title!: string

  @Field(() => providerDocChangeEnum)
  change!: ChangedProviderDoc['change']
}

export const ChangedProviderDocConnection = connectionOf(ChangedProviderDocType)

@ObjectType('ProviderDocsChanges', { description: 'Differences from the release before, as of the upload.' })
export class ProviderDocsChangesType {
  @Field(() => String, { description: 'The release before.' })
  fromVersion!: string

  @Field(() => Int)
  added!: number

  @Field(() => Int)
  removed!: number

  @Field(() => Int)
  changed!: number

  /** The pages, for the resolver; no field of the schema. */
  changes!: ProviderDocsChanges
}

@InputType('ProviderDocFilter')
export class ProviderDocFilterInput {
  @Field(() => String, { nullable: true, description: 'A part of the title, the slug or the subcategory.' })
  search?: string | null

  @Field(() => providerDocCategoryEnum, { nullable: true })
  category?: ProviderDocCategory | null

  @Field(() => String, { nullable: true, description: 'Exactly this one; empty for pages without one.' })
  subcategory?: string | null
}

@ObjectType('ProviderDocumentation', { description: 'What a version of a private provider documents.' })
export class ProviderDocumentationType {
  @Field(() => String)
  namespace!: string

  @Field(() => String)
  name!: string

  @Field(() => Boolean, {
    description: 'Whether the caller has it only because another organization shares it.',
  })
  isShared!: boolean

  @Field(() => String)
  version!: string

  @Field(() => Date, { nullable: true, description: 'Null where it has none.' })
  uploadedAt!: Date | null

  /** The version, for the resolvers; no field of the schema. */
  access!: ProviderVersionAccess
}

export const toDocumentationType = (
  actor: Actor,
  access: ProviderVersionAccess,
): ProviderDocumentationType => ({
  namespace: access.provider.namespace,
  name: access.provider.name,
  isShared: isUsableOnly(actor, access.roles),
  version: access.version.version,
  uploadedAt: access.version.docsUploadedAt,
  access,
})
