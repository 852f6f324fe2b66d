import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { ProviderFileAddress } from '../../domain/registry-providers/provider-files.service.js'
import { mayPublish, type RegistryProvider } from '../../domain/registry-providers/registry-provider.js'
import type { GraphqlContext } from '../context.js'
import { mayIn } from '../queries.js'
import {
  RegistryProviderPlatformType,
  RegistryProviderVersionType,
} from './registry-provider-versions.types.js'

const forUploaders = {
  nullable: true,
  description: 'Where the file is to be PUT, without a token, by those who may; null once it is there.',
}
const forReaders = {
  nullable: true,
  description: 'Where the file can be fetched; null while it is not there.',
}
const forDeletion = { description: 'Whether the caller may delete it.' }

@Resolver(() => RegistryProviderVersionType)
export class RegistryProviderVersionsResolver {
  @FieldResolver(() => String, forUploaders)
  shasumsUploadUrl(
    @Root() { id, shasumsUploaded, provider }: RegistryProviderVersionType,
    @Ctx() context: GraphqlContext,
  ): Promise<string | null> {
    const file = { ownerId: id, kind: 'shasums' } as const
    return uploadUrl(context, provider, file, shasumsUploaded)
  }

  @FieldResolver(() => String, forReaders)
  shasumsDownloadUrl(
    @Root() { id, shasumsUploaded }: RegistryProviderVersionType,
    @Ctx() context: GraphqlContext,
  ): string | null {
    return downloadUrl(context, { ownerId: id, kind: 'shasums' }, shasumsUploaded)
  }

  @FieldResolver(() => String, forUploaders)
  shasumsSigUploadUrl(
    @Root() { id, shasumsSigUploaded, provider }: RegistryProviderVersionType,
    @Ctx() context: GraphqlContext,
  ): Promise<string | null> {
    const file = { ownerId: id, kind: 'shasums-sig' } as const
    return uploadUrl(context, provider, file, shasumsSigUploaded)
  }

  @FieldResolver(() => String, forReaders)
  shasumsSigDownloadUrl(
    @Root() { id, shasumsSigUploaded }: RegistryProviderVersionType,
    @Ctx() context: GraphqlContext,
  ): string | null {
    return downloadUrl(context, { ownerId: id, kind: 'shasums-sig' }, shasumsSigUploaded)
  }

  @FieldResolver(() => RegistryProviderPlatformType, { nullable: true })
  platform(
    @Root() { platforms }: RegistryProviderVersionType,
    @Arg('os', () => String) os: string,
    @Arg('arch', () => String) arch: string,
  ): RegistryProviderPlatformType | undefined {
    return platforms.find((each) => each.os === os && each.arch === arch)
  }

  @FieldResolver(() => Boolean, forDeletion)
  canDelete(
    @Root() { provider }: RegistryProviderVersionType,
    @Ctx() context: GraphqlContext,
  ): Promise<boolean> {
    return mayIn(context, provider.organizationId, 'providers:write')
  }
}

@Resolver(() => RegistryProviderPlatformType)
export class RegistryProviderPlatformsResolver {
  @FieldResolver(() => String, forUploaders)
  providerBinaryUploadUrl(
    @Root() { id, providerBinaryUploaded, provider }: RegistryProviderPlatformType,
    @Ctx() context: GraphqlContext,
  ): Promise<string | null> {
    return uploadUrl(context, provider, { ownerId: id, kind: 'binary' }, providerBinaryUploaded)
  }

  @FieldResolver(() => String, forReaders)
  providerBinaryDownloadUrl(
    @Root() { id, providerBinaryUploaded }: RegistryProviderPlatformType,
    @Ctx() context: GraphqlContext,
  ): string | null {
    return downloadUrl(context, { ownerId: id, kind: 'binary' }, providerBinaryUploaded)
  }

  @FieldResolver(() => Boolean, forDeletion)
  canDelete(
    @Root() { provider }: RegistryProviderPlatformType,
    @Ctx() context: GraphqlContext,
  ): Promise<boolean> {
    return mayIn(context, provider.organizationId, 'providers:write')
  }
}

async function uploadUrl(
  context: GraphqlContext,
  provider: RegistryProvider,
  file: ProviderFileAddress,
  isUploaded: boolean,
): Promise<string | null> {
  const access = isUploaded ? undefined : await context.loaders.access.load(provider.organizationId)
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
