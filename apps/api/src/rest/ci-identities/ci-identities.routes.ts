import { ciIdentityChange, ciIdentityCreation } from '../../domain/ci-identities/ci-identity.js'
import type { CiIdentityAccess, IdentityRelations } from '../../domain/ci-identities/ci-identities.service.js'
import type { OrganizationAccess } from '../../domain/organizations/organization.js'
import type { FaceServices } from '../../http/face-services.js'
import type { Fault } from '../../kernel/errors.js'
import { parseChange, parseCreation } from '../../kernel/input.js'
import { documentOf, listDocument, listOf } from '../jsonapi/document.js'
import { body, resource, type Linkage, type Resource } from '../jsonapi/resource.js'
import { ciIdentityDocument, presentCiIdentity } from './ci-identities.presenter.js'
import { tag } from './trusted-issuers.routes.js'

const document = documentOf(ciIdentityDocument)
const type = 'ci-identities'
const relationships = {
  trustedIssuer: { type: 'trusted-issuers', isOne: true },
  team: { type: 'teams', isOne: true },
} as const

/** `/organizations/:org/ci-identities` (contract §15). */
export function ciIdentitiesResource({ ciIdentities }: FaceServices): Resource {
  return resource<OrganizationAccess>({
    tag,
    authorize: (ctx, { org = '' }, writes) =>
      ciIdentities.access(ctx, org, writes ? 'ci-identities:write' : 'ci-identities:read'),
    operations: {
      GET: {
        summary: 'List the CI identities of an organization, by name',
        isPaged: true,
        document: listOf(ciIdentityDocument),
        async run({ ctx, subject, page, url }) {
          const list = await ciIdentities.list(ctx, subject.organization.name, page)
          return listDocument(url, list, (identity) => presentCiIdentity(identity, subject))
        },
      },
      POST: {
        summary: 'Create a CI identity, which gives jobs of a trusted issuer a token of a team',
        body: body({ type, shape: ciIdentityCreation, parse: parseCreation, relationships }),
        document,
        async run({ ctx, subject, attributes, relationships: linked }) {
          const { relations, known } = named(linked)
          const { name } = subject.organization
          const identity = await ciIdentities.create(ctx, name, attributes, relations, known)
          return { data: presentCiIdentity(identity, subject) }
        },
      },
    },
  })
}

/** `/ci-identities/:id`. */
export function ciIdentityResource({ ciIdentities }: FaceServices): Resource {
  return resource<CiIdentityAccess>({
    tag,
    authorize: (ctx, { id = '' }, writes) =>
      ciIdentities.find(ctx, id, writes ? 'ci-identities:write' : 'ci-identities:read'),
    operations: {
      GET: {
        summary: 'Show a CI identity',
        document,
        run: async ({ subject }) => ({ data: presentCiIdentity(subject.identity, subject) }),
      },
      PATCH: {
        summary: 'Update a CI identity; absent attributes stay, and tokens that it could no longer issue end',
        body: body({ type, shape: ciIdentityChange, parse: parseChange, relationships }),
        document,
        async run({ ctx, subject, attributes, relationships: linked, expectedOf }) {
          const { relations, known } = named(linked)
          const expectedUpdatedAt = expectedOf(subject.identity)
          const { id } = subject.identity
          const after = await ciIdentities.update(ctx, id, attributes, relations, {
            expectedUpdatedAt,
            known,
          })
          return { data: presentCiIdentity(after, subject) }
        },
      },
      DELETE: {
        summary: 'Delete a CI identity and its tokens',
        run: ({ ctx, subject: { identity }, expectedOf }) =>
          ciIdentities.delete(ctx, identity.id, expectedOf(identity)),
      },
    },
  })
}

/** Reads the ids in a body, with the faults of their types. */
function named(linked: Readonly<Record<string, Linkage>>): {
  readonly relations: IdentityRelations
  readonly known: readonly Fault[]
} {
  const given = Object.entries(linked)
  return {
    relations: Object.fromEntries(given.map(([name, { ids }]) => [name, ids[0]])),
    known: given.flatMap(([, { faults }]) => faults),
  }
}
