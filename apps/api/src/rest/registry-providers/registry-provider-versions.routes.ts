import { deprecationChange } from '../../domain/lifecycle/deprecation.js'
import { endOfLifeChange } from '../../domain/lifecycle/end-of-life.js'
import type { ProviderAccess } from '../../domain/registry-providers/registry-provider.js'
import {
  providerPlatformCreation,
  providerVersionCreation,
  type ProviderVersionAccess,
  type ProviderPlatformAccess,
} from '../../domain/registry-providers/registry-provider-version.js'
import type { FaceServices } from '../../http/face-services.js'
import type { OperationContext } from '../../kernel/context.js'
import { parseChange, parseCreation } from '../../kernel/input.js'
import { documentOf, listDocument, listOf } from '../jsonapi/document.js'
import { body, resource, type Resource } from '../jsonapi/resource.js'
import {
  presentProviderVersion,
  registryProviderVersionDocument,
  presentProviderPlatform,
  registryProviderPlatformDocument,
} from './registry-provider-versions.presenter.js'
import {
  denial,
  linkMaker,
  permissionTo,
  permissionToPublish,
  providerAddressIn,
  tag,
} from './registry-providers.routes.js'
import { pageOf } from '../../kernel/page.js'

const document = documentOf(registryProviderVersionDocument)

/** The document of a version. */
export const presentVersion = (
  services: FaceServices,
  ctx: OperationContext,
  access: ProviderVersionAccess,
): object =>
  presentProviderVersion(access.provider, access.version, linkMaker(ctx, access, services.providerLinks))

/** `…/:name/versions` of a private provider (contract §6). */
export function registryProviderVersionsResource(services: FaceServices): Resource {
  return resource<ProviderAccess>({
    tag,
    authorize: (ctx, params, writes) =>
      services.providerAccess.versioned(ctx, providerAddressIn(params), permissionToPublish(writes)),
    operations: {
      GET: {
        summary: 'List the versions of a private provider, newest first',
        denial,
        isPaged: true,
        document: listOf(registryProviderVersionDocument),
        async run({ ctx, subject, page, url }) {
          const list = await services.providerVersions.list(ctx, subject, page)
          return listDocument(url, list, (version) => presentVersion(services, ctx, { ...subject, version }))
        },
      },
      POST: {
        summary: 'Create a version; its checksums, their signature and its platforms come next',
        denial,
        body: body({
          type: 'registry-provider-versions',
          isTypeOptional: true,
          shape: providerVersionCreation,
          parse: parseCreation,
        }),
        document,
        async run({ ctx, subject, attributes }) {
          const created = await services.providerVersions.create(ctx, subject.provider.id, attributes)
          return { data: presentVersion(services, ctx, { ...subject, ...created }) }
        },
      },
    },
  })
}

/** `…/:name/versions/:version`. */
export function registryProviderVersionResource(services: FaceServices): Resource {
  return resource<ProviderVersionAccess>({
    tag,
    authorize: (ctx, { version = '', ...params }, writes) =>
      services.providerAccess.version(ctx, providerAddressIn(params), version, permissionTo(writes)),
    operations: {
      GET: {
        summary: 'Show a version',
        denial,
        document,
        run: async ({ ctx, subject }) => ({ data: presentVersion(services, ctx, subject) }),
      },
      PATCH: {
        summary: 'Deprecate, revoke or restore a published version',
        denial,
        body: body({
          type: 'registry-provider-versions',
          isTypeOptional: true,
          shape: { ...deprecationChange, ...endOfLifeChange },
          parse: parseChange,
        }),
        document,
        async run({ ctx, subject, attributes, expectedOf }) {
          const expected = expectedOf(subject.version)
          return {
            data: presentVersion(
              services,
              ctx,
              await services.providerVersions.update(ctx, subject, attributes, expected),
            ),
          }
        },
      },
      DELETE: {
        summary: 'Delete a version with its platforms and files',
        denial,
        run: ({ ctx, subject, expectedOf }) =>
          services.providerVersions.delete(ctx, subject, expectedOf(subject.version)),
      },
    },
  })
}

const platformDocument = documentOf(registryProviderPlatformDocument)

const presentPlatform = (
  services: FaceServices,
  ctx: OperationContext,
  access: ProviderPlatformAccess,
): object => presentProviderPlatform(access, access.platform, linkMaker(ctx, access, services.providerLinks))

/** `…/versions/:version/platforms` (contract §6). */
export function registryProviderPlatformsResource(services: FaceServices): Resource {
  return resource<ProviderVersionAccess>({
    tag,
    authorize: (ctx, { version = '', ...params }, writes) =>
      services.providerAccess.version(ctx, providerAddressIn(params), version, permissionToPublish(writes)),
    operations: {
      GET: {
        summary: 'List the platforms of a version, by os and arch',
        denial,
        isPaged: true,
        document: listOf(registryProviderPlatformDocument),
        run: async ({ ctx, subject, page, url }) =>
          listDocument(url, pageOf(subject.version.platforms, page), (platform) =>
            presentPlatform(services, ctx, { ...subject, platform }),
          ),
      },
      POST: {
        summary: 'Create a platform; its zip comes next',
        denial,
        body: body({
          type: 'registry-provider-platforms',
          otherTypes: ['registry-provider-version-platforms'],
          isTypeOptional: true,
          shape: providerPlatformCreation,
          parse: parseCreation,
        }),
        document: platformDocument,
        async run({ ctx, subject, attributes }) {
          const { platform } = await services.providerVersions.createPlatform(ctx, subject, attributes)
          return { data: presentPlatform(services, ctx, { ...subject, platform }) }
        },
      },
    },
  })
}

/** `…/versions/:version/platforms/:os/:arch`. */
export function registryProviderPlatformResource(services: FaceServices): Resource {
  return resource<ProviderPlatformAccess>({
    tag,
    authorize: (ctx, { version = '', os = '', arch = '', ...params }, writes) => {
      const address = providerAddressIn(params)
      return services.providerAccess.platform(ctx, address, version, { os, arch }, permissionTo(writes))
    },
    operations: {
      GET: {
        summary: 'Show a platform',
        denial,
        document: platformDocument,
        run: async ({ ctx, subject }) => ({ data: presentPlatform(services, ctx, subject) }),
      },
      DELETE: {
        summary: 'Delete a platform with its file',
        denial,
        run: ({ ctx, subject, expectedOf }) =>
          services.providerVersions.deletePlatform(ctx, subject, expectedOf(subject.version)),
      },
    },
  })
}
