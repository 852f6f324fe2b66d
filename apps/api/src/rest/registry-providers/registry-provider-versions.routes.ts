import { deprecationChange } from '../../domain/deprecation.js'
import { endOfLifeChange } from '../../domain/end-of-life.js'
import type { ProviderAccess } from '../../domain/registry-providers/registry-provider.js'
import {
  providerVersionCreation,
  type ProviderVersionAccess,
} from '../../domain/registry-providers/registry-provider-version.js'
import type { OperationContext } from '../../kernel/context.js'
import { parseChange, parseCreation } from '../../kernel/input.js'
import { documentOf, listDocument, listOf } from '../jsonapi/document.js'
import { body, resource, type Resource } from '../jsonapi/resource.js'
import {
  presentProviderVersion,
  registryProviderVersionDocument,
} from './registry-provider-versions.presenter.js'
import {
  denial,
  linkMaker,
  permissionTo,
  permissionToPublish,
  providerAddressIn,
  tag,
  type ProviderFace,
} from './registry-providers.routes.js'

const document = documentOf(registryProviderVersionDocument)

const present = (face: ProviderFace, ctx: OperationContext, access: ProviderVersionAccess): object =>
  presentProviderVersion(access.provider, access.version, linkMaker(ctx, access, face.providerLinks))

/** `…/:name/versions` of a private provider (contract §6). */
export function registryProviderVersionsResource(face: ProviderFace): Resource {
  return resource<ProviderAccess>({
    tag,
    authorize: (ctx, params, writes) =>
      face.providerAccess.versioned(ctx, providerAddressIn(params), permissionToPublish(writes)),
    operations: {
      GET: {
        summary: 'List the versions of a private provider, newest first',
        denial,
        isPaged: true,
        document: listOf(registryProviderVersionDocument),
        async run({ ctx, subject, page, url }) {
          const list = await face.providerVersions.list(ctx, subject, page)
          return listDocument(url, list, (version) => present(face, ctx, { ...subject, version }))
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
          const created = await face.providerVersions.create(ctx, subject.provider.id, attributes)
          return { data: present(face, ctx, { ...subject, ...created }) }
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
        document,
        run: async ({ ctx, subject }) => ({ data: present(face, ctx, subject) }),
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
            data: present(face, ctx, await face.providerVersions.update(ctx, subject, attributes, expected)),
          }
        },
      },
      DELETE: {
        summary: 'Delete a version with its platforms and files',
        denial,
        run: ({ ctx, subject, expectedOf }) =>
          face.providerVersions.delete(ctx, subject, expectedOf(subject.version)),
      },
    },
  })
}
