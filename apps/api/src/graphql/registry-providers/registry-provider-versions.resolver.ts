import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql'
import type { ProviderFileAddress } from '../../domain/registry-providers/provider-files.service.js'
import { mayPublish, type RegistryProvider } from '../../domain/registry-providers/registry-provider.js'
import type { ProviderUploadAddress } from '../../http/face-services.js'
import type { GraphqlContext } from '../context.js'
import { toLifecycleAttributes } from '../end-of-life.types.js'
import { deletion, partsOf, withUserErrors } from '../mutations.js'
import { accessTo, mayIn } from '../queries.js'
import * as types from './registry-provider-versions.types.js'

const forUploaders = {
  nullable: true,
  description: 'Where the file is to be PUT, without a token, by those who may; null once it is there.',
}
const forReaders = {
  nullable: true,
  description: 'Where the file can be fetched; null while it is not there.',
}
const forDeletion = { description: 'Whether the caller may delete it.' }

@Resolver(() => types.RegistryProviderVersionType)
export class RegistryProviderVersionsResolver {
  @FieldResolver(() => String, forUploaders)
  shasumsUploadUrl(
    @Root() { id, shasumsUploaded, provider }: types.RegistryProviderVersionType,
    @Ctx() context: GraphqlContext,
  ): Promise<string | null> {
    const file = { ownerId: id, kind: 'shasums' } as const
    return uploadUrl(context, provider, file, shasumsUploaded)
  }

  @FieldResolver(() => String, forReaders)
  shasumsDownloadUrl(
    @Root() { id, shasumsUploaded }: types.RegistryProviderVersionType,
    @Ctx() context: GraphqlContext,
  ): string | null {
    return downloadUrl(context, { ownerId: id, kind: 'shasums' }, shasumsUploaded)
  }

  @FieldResolver(() => String, forUploaders)
  shasumsSigUploadUrl(
    @Root() { id, shasumsSigUploaded, provider }: types.RegistryProviderVersionType,
    @Ctx() context: GraphqlContext,
  ): Promise<string | null> {
    const file = { ownerId: id, kind: 'shasums-sig' } as const
    return uploadUrl(context, provider, file, shasumsSigUploaded)
  }

  @FieldResolver(() => String, forReaders)
  shasumsSigDownloadUrl(
    @Root() { id, shasumsSigUploaded }: types.RegistryProviderVersionType,
    @Ctx() context: GraphqlContext,
  ): string | null {
    return downloadUrl(context, { ownerId: id, kind: 'shasums-sig' }, shasumsSigUploaded)
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Where an archive of documentation is to be PUT, without a token, by those who may.',
  })
  docsUploadUrl(
    @Root() { id, provider }: types.RegistryProviderVersionType,
    @Ctx() context: GraphqlContext,
  ): Promise<string | null> {
    return uploadUrl(context, provider, { ownerId: id, kind: 'docs' }, false)
  }

  @FieldResolver(() => types.RegistryProviderPlatformType, { nullable: true })
  platform(
    @Root() { platforms }: types.RegistryProviderVersionType,
    @Arg('os', () => String) os: string,
    @Arg('arch', () => String) arch: string,
  ): types.RegistryProviderPlatformType | undefined {
    return platforms.find((each) => each.os === os && each.arch === arch)
  }

  @FieldResolver(() => Boolean, forDeletion)
  canDelete(
    @Root() { provider }: types.RegistryProviderVersionType,
    @Ctx() context: GraphqlContext,
  ): Promise<boolean> {
    return mayIn(context, provider.organizationId, 'providers:write')
  }

  @Mutation(() => types.RegistryProviderVersionPayload)
  async registryProviderVersionCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryProviderVersionCreateInput)
    { providerId, ...input }: types.RegistryProviderVersionCreateInput,
  ): Promise<types.RegistryProviderVersionPayload> {
    return withUserErrors(async () => {
      const { provider, version } = await services.providerVersions.create(ctx, providerId, input)
      return { registryProviderVersion: types.toProviderVersionType(provider, version) }
    })
  }

  @Mutation(() => types.RegistryProviderVersionPayload, {
    description: 'Deprecates, revokes or restores a published version.',
  })
  async registryProviderVersionUpdate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryProviderVersionUpdateInput)
    input: types.RegistryProviderVersionUpdateInput,
  ): Promise<types.RegistryProviderVersionPayload> {
    const { ctx: auditCtx, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => {
      const access = await services.providerAccess.versionById(auditCtx, id, 'providers:write')
      const attributes = toLifecycleAttributes(change)
      const { providerVersions } = services
      const updated = await providerVersions.update(auditCtx, access, attributes, expectedUpdatedAt)
      return { registryProviderVersion: types.toProviderVersionType(updated.provider, updated.version) }
    })
  }

  @Mutation(() => types.RegistryProviderVersionDeletePayload, {
    description: 'With its platforms and all files.',
  })
  async registryProviderVersionDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryProviderVersionDeleteInput)
    input: types.RegistryProviderVersionDeleteInput,
  ): Promise<types.RegistryProviderVersionDeletePayload> {
    return deletion(ctx, input, async (auditCtx, id, expected) => {
      const access = await services.providerAccess.versionById(auditCtx, id, 'providers:write')
      await services.providerVersions.delete(auditCtx, access, expected)
    })
  }
}

@Resolver(() => types.RegistryProviderPlatformType)
export class RegistryProviderPlatformsResolver {
  @FieldResolver(() => String, forUploaders)
  providerBinaryUploadUrl(
    @Root() { id, providerBinaryUploaded, provider }: types.RegistryProviderPlatformType,
    @Ctx() context: GraphqlContext,
  ): Promise<string | null> {
    return uploadUrl(context, provider, { ownerId: id, kind: 'binary' }, providerBinaryUploaded)
  }

  @FieldResolver(() => String, forReaders)
  providerBinaryDownloadUrl(
    @Root() { id, providerBinaryUploaded }: types.RegistryProviderPlatformType,
    @Ctx() context: GraphqlContext,
  ): string | null {
    return downloadUrl(context, { ownerId: id, kind: 'binary' }, providerBinaryUploaded)
  }

  @FieldResolver(() => Boolean, forDeletion)
  canDelete(
    @Root() { provider }: types.RegistryProviderPlatformType,
    @Ctx() context: GraphqlContext,
  ): Promise<boolean> {
    return mayIn(context, provider.organizationId, 'providers:write')
  }

  @Mutation(() => types.RegistryProviderPlatformPayload)
  async registryProviderPlatformCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryProviderPlatformCreateInput)
    { versionId, ...input }: types.RegistryProviderPlatformCreateInput,
  ): Promise<types.RegistryProviderPlatformPayload> {
    return withUserErrors(async () => {
      const access = await services.providerAccess.versionById(ctx, versionId, 'providers:publish')
      const { provider, platform } = await services.providerVersions.createPlatform(ctx, access, input)
      return { registryProviderPlatform: types.toPlatformType(provider, platform) }
    })
  }

  @Mutation(() => types.RegistryProviderPlatformDeletePayload, {
    description: 'With its file. `expectedUpdatedAt` is that of its version.',
  })
  async registryProviderPlatformDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryProviderPlatformDeleteInput)
    input: types.RegistryProviderPlatformDeleteInput,
  ): Promise<types.RegistryProviderPlatformDeletePayload> {
    return deletion(ctx, input, async (auditCtx, id, expected) => {
      const access = await services.providerAccess.platformById(auditCtx, id, 'providers:write')
      await services.providerVersions.deletePlatform(auditCtx, access, expected)
    })
  }
}

async function uploadUrl(
  context: GraphqlContext,
  provider: RegistryProvider,
  file: ProviderUploadAddress,
  isUploaded: boolean,
): Promise<string | null> {
  const access = isUploaded ? undefined : await accessTo(context, provider.organizationId)
  if (!access || !mayPublish(context.ctx.actor, access.roles, provider)) return null
  return context.services.providerLinks.upload(context.ctx, file)
}

function downloadUrl(
  { ctx, services }: GraphqlContext,
  file: ProviderFileAddress,
  isUploaded: boolean,
): string | null {
  return isUploaded ? services.providerLinks.download(ctx, file) : null
}
