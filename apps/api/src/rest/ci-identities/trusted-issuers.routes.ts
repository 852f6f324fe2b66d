import {
  trustedIssuerChange,
  trustedIssuerCreation,
  type TrustedIssuer,
} from '../../domain/ci-identities/trusted-issuer.js'
import type { OrganizationAccess } from '../../domain/organizations/organization.js'
import type { FaceServices } from '../../http/face-services.js'
import { parseChange, parseCreation } from '../../kernel/input.js'
import { requirePermission } from '../../kernel/permissions.js'
import { documentOf, listDocument, listOf } from '../jsonapi/document.js'
import { body, resource, type Resource } from '../jsonapi/resource.js'
import {
  knownIssuerDocument,
  presentKnownIssuer,
  presentTrustedIssuer,
  trustedIssuerDocument,
} from './trusted-issuers.presenter.js'

export const tag = 'CI without stored secrets'
const type = 'trusted-issuers'
const document = documentOf(trustedIssuerDocument)

/** `/admin/trusted-issuers` (contract §15). */
export function trustedIssuersResource({ trustedIssuers }: FaceServices): Resource {
  return resource<void>({
    tag,
    authorize: async (ctx, _params, writes) =>
      requirePermission(ctx, writes ? 'trusted-issuers:write' : 'trusted-issuers:read'),
    operations: {
      GET: {
        summary: 'List the trusted issuers, by name',
        isPaged: true,
        document: listOf(trustedIssuerDocument),
        run: async ({ ctx, page, url }) =>
          listDocument(url, await trustedIssuers.list(ctx, page), presentTrustedIssuer),
      },
      POST: {
        summary: 'Trust an issuer of OpenID tokens; this sends it no request yet',
        body: body({ type, shape: trustedIssuerCreation, parse: parseCreation }),
        document,
        run: async ({ ctx, attributes }) => ({
          data: presentTrustedIssuer(await trustedIssuers.create(ctx, attributes)),
        }),
      },
    },
  })
}

/** `/admin/trusted-issuers/:id`. */
export function trustedIssuerResource({ trustedIssuers }: FaceServices): Resource {
  return resource<TrustedIssuer>({
    tag,
    authorize: (ctx, { id = '' }, writes) =>
      trustedIssuers.find(ctx, id, writes ? 'trusted-issuers:write' : 'trusted-issuers:read'),
    operations: {
      GET: {
        summary: 'Show a trusted issuer',
        document,
        run: async ({ subject }) => ({ data: presentTrustedIssuer(subject) }),
      },
      PATCH: {
        summary:
          'Update a trusted issuer; absent attributes stay, and tokens that it no longer vouches for end',
        body: body({ type, shape: trustedIssuerChange, parse: parseChange }),
        document,
        async run({ ctx, subject, attributes, expectedOf }) {
          const updated = await trustedIssuers.update(ctx, subject.id, attributes, expectedOf(subject))
          return { data: presentTrustedIssuer(updated) }
        },
      },
      DELETE: {
        summary: 'Delete a trusted issuer with the CI identities that name it, and their tokens',
        run: ({ ctx, subject, expectedOf }) => trustedIssuers.delete(ctx, subject.id, expectedOf(subject)),
      },
    },
  })
}

/** `/organizations/:org/trusted-issuers`: those that its CI identities may name, for its owners. */
export function knownIssuersResource({ trustedIssuers, ciIdentities }: FaceServices): Resource {
  return resource<OrganizationAccess>({
    tag,
    authorize: (ctx, { org = '' }) => ciIdentities.access(ctx, org),
    operations: {
      GET: {
        summary: 'List the trusted issuers that are for an organization, by name',
        isPaged: true,
        document: listOf(knownIssuerDocument),
        async run({ ctx, subject, page, url }) {
          const list = await trustedIssuers.listFor(ctx, subject.organization.name, page)
          return listDocument(url, list, presentKnownIssuer)
        },
      },
    },
  })
}
