import { gpgKeyChange, gpgKeyCreation, type GpgKeyAccess } from '../../domain/registry-providers/gpg-key.js'
import type { GpgKeysService } from '../../domain/registry-providers/gpg-keys.service.js'
import { parseChange, parseCreation } from '../../kernel/input.js'
import { requirePermission } from '../../kernel/permissions.js'
import { gpgKeyDocument, presentGpgKey } from './gpg-keys.presenter.js'
import { documentOf, listDocument, listOf } from '../jsonapi/document.js'
import { invalidParameter, RequestError } from '../jsonapi/errors.js'
import { listParameter } from '../jsonapi/query.js'
import { body, resource, type Resource } from '../jsonapi/resource.js'

const tag = 'Signing keys'
const type = 'gpg-keys'
const document = documentOf(gpgKeyDocument)

/** Routes of signing keys, which have a separate path: relative to `/api/registry/private/v2`. */
export function signingKeyRoutes(keys: GpgKeysService): Readonly<Record<string, Resource>> {
  return {
    '/gpg-keys': gpgKeysResource(keys),
    '/gpg-keys/:namespace/:keyId': gpgKeyResource(keys),
  }
}

/** `/gpg-keys` (contract §6). The right to write is that to the namespace which the body names. */
function gpgKeysResource(keys: GpgKeysService): Resource {
  return resource({
    tag,
    authorize: async (ctx) => requirePermission(ctx, 'account:read'),
    operations: {
      GET: {
        summary: 'List the signing keys of some namespaces, comma-separated',
        isPaged: true,
        parameters: {
          'filter[namespace]': listParameter(
            'Names of organizations; those that the caller does not belong to are skipped.',
            { required: true },
          ),
        },
        document: listOf(gpgKeyDocument),
        async run({ ctx, query, page, url }) {
          const namespaces = query['filter[namespace]'] as readonly string[] | undefined
          if (!namespaces)
            throw new RequestError([invalidParameter('filter[namespace]', 'filter[namespace] is required')])
          return listDocument(url, await keys.list(ctx, namespaces, page), presentGpgKey)
        },
      },
      POST: {
        summary: 'Register a public key in a namespace',
        body: body({ type, shape: gpgKeyCreation, parse: parseCreation }),
        document,
        run: async ({ ctx, attributes }) => ({ data: presentGpgKey(await keys.create(ctx, attributes)) }),
      },
    },
  })
}

/** `/gpg-keys/:namespace/:keyId`. */
function gpgKeyResource(keys: GpgKeysService): Resource {
  return resource<GpgKeyAccess>({
    tag,
    authorize: (ctx, { namespace = '', keyId = '' }, writes) =>
      keys.access(ctx, namespace, keyId, writes ? 'signing-keys:write' : 'providers:read'),
    operations: {
      GET: {
        summary: 'Show a signing key',
        document,
        run: async ({ subject }) => ({ data: presentGpgKey(subject.key) }),
      },
      PATCH: {
        summary: 'Move a signing key to another namespace',
        denial: 'The namespace is not one where the caller may keep keys',
        body: body({ type, shape: gpgKeyChange, parse: parseChange }),
        document,
        async run({ ctx, subject, attributes, expectedOf }) {
          const expected = expectedOf(subject.key)
          return { data: presentGpgKey(await keys.update(ctx, subject.key, attributes, expected)) }
        },
      },
      DELETE: {
        summary: 'Delete a signing key',
        run: ({ ctx, subject, expectedOf }) => keys.delete(ctx, subject.key, expectedOf(subject.key)),
      },
    },
  })
}
