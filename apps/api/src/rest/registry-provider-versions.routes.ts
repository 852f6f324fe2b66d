import type { ProviderAccess } from '../domain/registry-providers/registry-provider.js'
import {
  providerVersionCreation,
  type ProviderVersionAccess,
} from '../domain/registry-providers/registry-provider-version.js'
import { parseCreation } from '../kernel/input.js'
import { documentOf, listDocument, listOf } from './jsonapi/document.js'
import { body, resource, type Resource } from './jsonapi/resource.js'
import {
  presentProviderVersion,
  registryProviderVersionDocument,
} from './registry-provider-versions.presenter.js'
import {
  denial,
  linkMaker,
  permissionTo,
  providerAddressIn,
  tag,
  type ProviderFace,
} from './registry-providers.routes.js'

const document = documentOf(registryProviderVersionDocument)

/** `…/:name/versions` of a private provider (contract §6). */
export function registryProviderVersionsResource(face: ProviderFace): Resource {
  return resource<ProviderAccess>({
    tag,
    authorize: (ctx, params, writes) =>
      face.providerAccess.versioned(ctx, providerAddressIn(params), permissionTo(writes)),
    operations: {
      GET: {
        summary: 'List the versions of a private provider, newest first',
        denial,
        isPaged: true,
        status: 200,
        document: listOf(registryProviderVersionDocument),
        async run({ ctx, subject, page, url }) {
          const maker = linkMaker(ctx, subject, face.providerLinks)
          const list = await face.providerVersions.list(ctx, subject, page)
          return listDocument(url, list, (version) =>
            presentProviderVersion(subject.provider, version, maker),
          )
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
        status: 201,
        document,
        async run({ ctx, subject, attributes }) {
          const created = await face.providerVersions.create(ctx, subject.provider.id, attributes)
          const maker = linkMaker(ctx, subject, face.providerLinks)
          return { data: presentProviderVersion(created.provider, created.version, maker) }
        },
      },
    },
  })
}

/** `…/:name/versions/:version`. */
export function registryProviderVersionResource(face: ProviderFace): Resource {
  return resource<ProviderVersionAccess>({
    tag,
    authorize: (ctx, { version = '', ...params }, writes) =>
      face.providerAccess.version(ctx, providerAddressIn(params), version, permissionTo(writes)),
    operations: {
      GET: {
        summary: 'Show a version',
        denial,
        status: 200,
        document,
        async run({ ctx, subject }) {
          const maker = linkMaker(ctx, subject, face.providerLinks)
          return { data: presentProviderVersion(subject.provider, subject.version, maker) }
        },
      },
      DELETE: {
        summary: 'Delete a version with its platforms and files',
        denial,
        status: 204,
        run: ({ ctx, subject, isConditional }) =>
          face.providerVersions.delete(ctx, subject, isConditional ? subject.version.updatedAt : undefined),
      },
    },
  })
}
