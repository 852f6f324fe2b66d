import {
  organizationChange,
  organizationCreation,
  type OrganizationAccess,
} from '../../domain/organizations/organization.js'
import type { FaceServices } from '../../http/face-services.js'
import { cacheTags } from '../../kernel/cache-tags.js'
import { parseChange, parseCreation } from '../../kernel/input.js'
import { requirePermission } from '../../kernel/permissions.js'
import { documentOf, listDocument, listOf } from '../jsonapi/document.js'
import { described } from '../jsonapi/query.js'
import { body, resource, type Resource } from '../jsonapi/resource.js'
import {
  entitlementSetDocument,
  moduleProducerDocument,
  organizationDocument,
  presentEntitlementSet,
  presentModuleProducer,
  presentOrganization,
} from './organizations.presenter.js'

const tag = 'Organizations'
const relationships = {
  defaultAgentPool: { type: 'agent-pools', isOne: true, refusal: 'Agents are not offered here' },
} as const
/** Includes that never find anything; clients that send them continue (contract §19). */
const notHere = ['subscription', 'default-project']
const document = documentOf(organizationDocument)

/** `/organizations`: the caller's own (contract §3). */
export function organizationsResource({ organizations }: FaceServices): Resource {
  return resource({
    tag,
    async authorize(ctx, _params, writes) {
      if (writes) organizations.requireCreator(ctx)
      else requirePermission(ctx, 'account:read')
    },
    operations: {
      GET: {
        summary: "List the caller's organizations, by name",
        isPaged: 'when-asked',
        includes: notHere,
        parameters: {
          q: described('A part of the name or the notification e-mail, in any case.'),
          'q[name]': described('A part of the name, in any case.'),
          'q[email]': described('A part of the notification e-mail, in any case.'),
        },
        document: listOf(organizationDocument),
        tags: () => [cacheTags.access],
        run: async ({ ctx, query, page, url }) =>
          listDocument(
            url,
            await organizations.listMine(ctx, page, {
              search: query['q'] as string | undefined,
              name: query['q[name]'] as string | undefined,
              email: query['q[email]'] as string | undefined,
            }),
            (access) => presentOrganization(access, ctx.actor),
          ),
      },
      POST: {
        summary: 'Create an organization; its creator is its first owner',
        body: body({
          type: 'organizations',
          shape: organizationCreation,
          parse: parseCreation,
          relationships,
        }),
        document,
        async run({ ctx, attributes }) {
          const { id } = await organizations.create(ctx, attributes)
          const access = await organizations.accessById(ctx, id, 'organizations:read')
          return { data: presentOrganization(access, ctx.actor) }
        },
      },
    },
  })
}

/** `/organizations/:org`. */
export function organizationResource({ organizations }: FaceServices): Resource {
  return resource<OrganizationAccess>({
    tag,
    authorize: (ctx, { org = '' }, writes) =>
      organizations.access(ctx, org, writes ? 'organizations:write' : 'organizations:read'),
    operations: {
      GET: {
        summary: 'Show an organization',
        includes: notHere,
        document,
        tags: () => [cacheTags.access],
        run: async ({ ctx, subject }) => ({ data: presentOrganization(subject, ctx.actor) }),
      },
      PATCH: {
        summary: 'Update an organization; absent attributes stay, and a former name stays taken',
        body: body({ type: 'organizations', shape: organizationChange, parse: parseChange, relationships }),
        document,
        async run({ ctx, subject, attributes, expectedOf }) {
          const access = await organizations.update(
            ctx,
            subject.organization.id,
            attributes,
            expectedOf(subject.organization),
          )
          return { data: presentOrganization(access, ctx.actor) }
        },
      },
      DELETE: {
        summary: 'Delete an organization with everything it has; its name stays taken',
        run: ({ ctx, subject: { organization }, expectedOf }) =>
          organizations.delete(ctx, organization.id, expectedOf(organization)),
      },
    },
  })
}

/** `/organizations/:org/entitlement-set`. */
export function entitlementSetResource({ workspaceScopes }: FaceServices): Resource {
  return resource<OrganizationAccess>({
    tag,
    authorize: (ctx, { org = '' }) => workspaceScopes.accessToOrganization(ctx, { name: org }),
    operations: {
      GET: {
        summary: 'Show what the platform does for an organization',
        document: documentOf(entitlementSetDocument),
        run: async ({ subject }) => ({ data: presentEntitlementSet(subject.organization) }),
      },
    },
  })
}

/** `/organizations/:org/relationships/module-producers`. */
export function moduleProducersResource({ organizations, registrySharing }: FaceServices): Resource {
  return resource<OrganizationAccess>({
    tag,
    authorize: (ctx, { org = '' }) => organizations.access(ctx, org, 'organizations:read'),
    operations: {
      GET: {
        summary: 'List the organizations that share their modules with this one, by name',
        isPaged: true,
        document: listOf(moduleProducerDocument),
        run: async ({ ctx, subject, page, url }) =>
          listDocument(
            url,
            await registrySharing.listProducers(ctx, 'modules', subject.organization, page),
            presentModuleProducer,
          ),
      },
    },
  })
}
