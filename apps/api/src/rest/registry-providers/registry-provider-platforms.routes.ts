import {
  providerPlatformCreation,
  type ProviderPlatformAccess,
  type ProviderVersionAccess,
} from '../../domain/registry-providers/registry-provider-version.js'
import type { OperationContext } from '../../kernel/context.js'
import { parseCreation } from '../../kernel/input.js'
import type { Page, Paged } from '../../kernel/page.js'
import { documentOf, listDocument, listOf } from '../jsonapi/document.js'
import { body, resource, type Resource } from '../jsonapi/resource.js'
import {
  presentProviderPlatform,
  registryProviderPlatformDocument,
} from './registry-provider-platforms.presenter.js'
import {
  denial,
  linkMaker,
  permissionTo,
  permissionToPublish,
  providerAddressIn,
  tag,
  type ProviderFace,
} from './registry-providers.routes.js'

const document = documentOf(registryProviderPlatformDocument)

const present = (face: ProviderFace, ctx: OperationContext, access: ProviderPlatformAccess): object =>
  presentProviderPlatform(access, access.platform, linkMaker(ctx, access, face.providerLinks))

/** `…/versions/:version/platforms` (contract §6). */
export function registryProviderPlatformsResource(face: ProviderFace): Resource {
  return resource<ProviderVersionAccess>({
    tag,
    authorize: (ctx, { version = '', ...params }, writes) =>
      face.providerAccess.version(ctx, providerAddressIn(params), version, permissionToPublish(writes)),
    operations: {
      GET: {
        summary: 'List the platforms of a version, by os and arch',
        denial,
        isPaged: true,
        document: listOf(registryProviderPlatformDocument),
        run: async ({ ctx, subject, page, url }) =>
          listDocument(url, pageOf(subject.version.platforms, page), (platform) =>
            present(face, ctx, { ...subject, platform }),
          ),
      },
      POST: {
        summary: 'Create a platform; its zip comes next',
        denial,
        body: body({
          type: 'registry-provider-platforms',
          isTypeOptional: true,
          shape: providerPlatformCreation,
          parse: parseCreation,
        }),
        document,
        async run({ ctx, subject, attributes }) {
          const { platform } = await face.providerVersions.createPlatform(ctx, subject, attributes)
          return { data: present(face, ctx, { ...subject, platform }) }
        },
      },
    },
  })
}

/** A version knows all its platforms, which are few. */
function pageOf<T>(items: readonly T[], page: Page): Paged<T> {
  const skip = (page.number - 1) * page.size
  return { items: items.slice(skip, skip + page.size), totalCount: items.length, page }
}

/** `…/versions/:version/platforms/:os/:arch`. */
export function registryProviderPlatformResource(face: ProviderFace): Resource {
  return resource<ProviderPlatformAccess>({
    tag,
    authorize: (ctx, { version = '', os = '', arch = '', ...params }, writes) => {
      const address = providerAddressIn(params)
      return face.providerAccess.platform(ctx, address, version, { os, arch }, permissionTo(writes))
    },
    operations: {
      GET: {
        summary: 'Show a platform',
        denial,
        document,
        run: async ({ ctx, subject }) => ({ data: present(face, ctx, subject) }),
      },
      DELETE: {
        summary: 'Delete a platform with its file',
        denial,
        run: ({ ctx, subject, expectedOf }) =>
          face.providerVersions.deletePlatform(ctx, subject, expectedOf(subject.version)),
      },
    },
  })
}
