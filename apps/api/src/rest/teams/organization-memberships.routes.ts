import { z } from 'zod'
import { membershipCreation, type Membership } from '../../domain/teams/organization-membership.js'
import {
  requireOwn,
  type MembershipAccess,
  type OrganizationMembershipsService,
} from '../../domain/teams/organization-memberships.service.js'
import type { OrganizationAccess } from '../../domain/organizations/organization.js'
import type { FaceServices } from '../../http/face-services.js'
import type { OperationContext } from '../../kernel/context.js'
import { parseCreation } from '../../kernel/input.js'
import type { Paged } from '../../kernel/page.js'
import { documentOf, listDocument, listOf } from '../jsonapi/document.js'
import { described, listParameter } from '../jsonapi/query.js'
import { body, resource, type Call, type Resource } from '../jsonapi/resource.js'
import { membershipDocument, presentMembership, presentUserOf } from './organization-memberships.presenter.js'
import { organizationDocument, presentOrganization } from '../organizations/organizations.presenter.js'
import { presentTeam, teamDocument } from './teams.presenter.js'
import { invitedPersonDocument, memberDocument } from '../accounts/users.presenter.js'

const tag = 'Memberships'
export const membershipIncludes = ['user', 'teams', 'organization']
const included = z.union([memberDocument, invitedPersonDocument, teamDocument, organizationDocument])
const document = documentOf(membershipDocument, included)
export const membershipsDocument = listOf(membershipDocument, { included })
const parameters = {
  q: described('A part of the user name or the e-mail address, in any case.'),
  'filter[status]': z.enum(['invited', 'active']).meta({ description: 'Invited people, or members.' }),
  'filter[email]': listParameter('Whole e-mail addresses.'),
}
const creation = body({
  type: 'organization-memberships',
  shape: membershipCreation,
  parse: parseCreation,
  relationships: { teams: { type: 'teams' } },
})

/** `/organizations/:org/organization-memberships` (contract §3). */
export function membershipsResource({ memberships, organizations }: FaceServices): Resource {
  return resource<OrganizationAccess>({
    tag,
    authorize: (ctx, { org = '' }, writes) =>
      organizations.access(ctx, org, writes ? 'memberships:write' : 'memberships:read'),
    operations: {
      GET: {
        summary: 'List the members and the invited people, the oldest first',
        isPaged: true,
        parameters,
        includes: membershipIncludes,
        document: membershipsDocument,
        async run({ ctx, subject, query, page, included: asked, url }) {
          const filter = {
            search: query['q'] as string | undefined,
            status: query['filter[status]'] as Membership['status'] | undefined,
            emails: query['filter[email]'] as string[] | undefined,
          }
          const list = await memberships.list(ctx, subject.organization.name, filter, page)
          return presentMemberships(memberships, { ctx, subject, included: asked, url }, list)
        },
      },
      POST: {
        summary:
          'Invite a person by a one-time link; a site administrator adds a user with a proven address at once',
        body: creation,
        document,
        async run({ ctx, subject, attributes, relationships }) {
          const { name } = subject.organization
          const invited = await memberships.create(ctx, name, attributes, relationships['teams'])
          // Clients read the address of the user without asking for the user.
          return {
            data: presentMembership(invited.membership, invited),
            included: [presentUserOf(invited.membership)],
          }
        },
      },
    },
  })
}

/** `/organization-memberships`: the caller's own memberships, in organizations that the caller may see. */
export function ownMembershipsResource({ memberships }: FaceServices): Resource {
  return resource({
    tag,
    authorize: async (ctx) => requireOwn(ctx),
    operations: {
      GET: {
        summary: "List the caller's own memberships, the oldest first",
        isPaged: true,
        includes: ['user', 'organization'],
        document: membershipsDocument,
        async run({ ctx, page, included: asked, url }) {
          const { list, accesses } = await memberships.listOwn(ctx, page)
          const organizations = [...accesses.values()].map((access) => presentOrganization(access, ctx.actor))
          const [first] = list.items
          const all = [
            ...(asked.includes('user') && first ? [presentUserOf(first)] : []),
            ...(asked.includes('organization') ? organizations : []),
          ]
          const extras = asked.length > 0 ? { included: all } : {}
          return listDocument(url, list, (membership) => presentMembership(membership), extras)
        },
      },
    },
  })
}

/** `/organization-memberships/:id`. */
export function membershipResource({ memberships }: FaceServices): Resource {
  return resource<MembershipAccess>({
    tag,
    authorize: (ctx, { id = '' }, _writes, _search, method) =>
      method === 'DELETE' ? memberships.findToDelete(ctx, id) : memberships.find(ctx, id),
    operations: {
      GET: {
        summary: 'Show a membership',
        includes: membershipIncludes,
        document,
        run: async ({ ctx, subject, included: asked }) => ({
          data: presentMembership(subject.membership),
          ...(await including(memberships, ctx, subject, [subject.membership], asked)),
        }),
      },
      DELETE: {
        summary:
          'Take a person out of the organization and its teams, leave it, or decline; the last owner stays',
        run: ({ ctx, subject }) => memberships.delete(ctx, subject.membership.id),
      },
    },
  })
}

/** Presents a list of memberships of one organization. */
export async function presentMemberships(
  service: OrganizationMembershipsService,
  {
    ctx,
    subject,
    included: asked,
    url,
  }: Pick<Call<OrganizationAccess>, 'ctx' | 'subject' | 'included' | 'url'>,
  list: Paged<Membership>,
): Promise<object> {
  const extras = await including(service, ctx, subject, list.items, asked)
  return listDocument(url, list, (membership) => presentMembership(membership), extras)
}

/** Collects the users, teams and organization of the memberships, each once. */
async function including(
  service: OrganizationMembershipsService,
  ctx: OperationContext,
  access: OrganizationAccess,
  memberships: readonly Membership[],
  asked: readonly string[],
): Promise<{ included?: readonly object[] }> {
  if (asked.length === 0) return {}
  const users = asked.includes('user') ? memberships.map(presentUserOf) : []
  const teams = asked.includes('teams') ? await service.teamsOf(ctx, memberships) : []
  return {
    included: [
      ...users,
      ...teams.map((team) => presentTeam(team, access, ctx.actor)),
      ...(asked.includes('organization') ? [presentOrganization(access, ctx.actor)] : []),
    ],
  }
}
