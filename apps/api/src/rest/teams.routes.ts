import { teamChange, teamCreation, type Team, type TeamAccess } from '../domain/identity/team.js'
import type { TeamsService } from '../domain/identity/teams.service.js'
import type { OrganizationAccess } from '../domain/organizations/organization.js'
import type { OrganizationsService } from '../domain/organizations/organizations.service.js'
import type { OperationContext } from '../kernel/context.js'
import { parseChange, parseCreation } from '../kernel/input.js'
import { allowsIn } from '../kernel/permissions.js'
import { documentOf, listDocument, listOf } from './jsonapi/document.js'
import { textParameter } from './jsonapi/query.js'
import { body, resource, type Operation, type Resource } from './jsonapi/resource.js'
import { presentTeam, teamDocument } from './teams.presenter.js'
import { memberDocument, presentMember } from './users.presenter.js'

const tag = 'Teams'
const document = documentOf(teamDocument, memberDocument)
const includes = ['users']
const creation = body({ type: 'teams', shape: teamCreation, parse: parseCreation })
const change = body({ type: 'teams', shape: teamChange, parse: parseChange })

const namesParameter = textParameter.transform((names) => names.split(','))

/** `/organizations/:org/teams` (contract §3). */
export function teamsResource(service: TeamsService, organizations: OrganizationsService): Resource {
  return resource<OrganizationAccess>({
    tag,
    authorize: (ctx, { org = '' }, writes) =>
      organizations.access(ctx, org, writes ? 'teams:write' : 'teams:read'),
    operations: {
      GET: {
        summary: 'List the teams of an organization, by name',
        isPaged: true,
        parameters: { q: textParameter, 'filter[names]': namesParameter },
        includes,
        status: 200,
        document: listOf(teamDocument, { included: memberDocument }),
        async run({ ctx, subject, query, page, included, url }) {
          const names = query['filter[names]'] as string[] | undefined
          const search = query['q'] as string | undefined
          const list = await service.list(ctx, subject.organization.name, { names, search }, page)
          const present = (team: Team): object => presentFor(ctx, subject, team)
          return listDocument(url, list, present, membersOf(list.items, included))
        },
      },
      POST: {
        summary: 'Create a team',
        body: creation,
        status: 201,
        document,
        async run({ ctx, subject, attributes }) {
          const team = await service.create(ctx, subject.organization.name, attributes)
          return { data: presentFor(ctx, subject, team) }
        },
      },
    },
  })
}

/** `/teams/:id`. */
export function teamResource(service: TeamsService): Resource {
  return resource<TeamAccess>({
    tag,
    authorize: (ctx, { id = '' }, writes) => service.find(ctx, id, writes ? 'teams:write' : 'teams:read'),
    operations: {
      GET: {
        summary: 'Show a team',
        includes,
        status: 200,
        document,
        run: async ({ ctx, subject, included }) => ({
          data: presentFor(ctx, subject, subject.team),
          ...membersOf([subject.team], included),
        }),
      },
      PATCH: {
        summary: 'Update a team; what is absent stays, also within organization-access',
        body: change,
        status: 200,
        document,
        async run({ ctx, subject, attributes, isConditional }) {
          const expected = isConditional ? subject.team.updatedAt : undefined
          const team = await service.update(ctx, subject.team.id, attributes, expected)
          return { data: presentFor(ctx, subject, team) }
        },
      },
      DELETE: {
        summary: 'Delete a team with its tokens; the owners stay',
        status: 204,
        run: ({ ctx, subject, isConditional }) =>
          service.delete(ctx, subject.team.id, isConditional ? subject.team.updatedAt : undefined),
      },
    },
  })
}

/** `/teams/:id/relationships/users`; the ids in bodies are user names. */
export function teamUsersResource(service: TeamsService): Resource {
  const operation = (summary: string, change: 'addMembers' | 'removeMembers'): Operation<TeamAccess> => ({
    summary,
    linkage: { type: 'users' },
    status: 204,
    run: ({ ctx, subject, linkage }) => service[change](ctx, subject.team.id, linkage),
  })
  return resource<TeamAccess>({
    tag,
    authorize: (ctx, { id = '' }, writes) => service.find(ctx, id, writes ? 'teams:write' : 'teams:read'),
    operations: {
      POST: operation('Add users to a team, and so to its organization', 'addMembers'),
      DELETE: operation('Take users out of a team; the owners keep their last one', 'removeMembers'),
    },
  })
}

function presentFor(ctx: OperationContext, access: OrganizationAccess, team: Team): object {
  return presentTeam(team, access.organization.name, allowsIn(access.roles, ctx.actor, 'teams:write'))
}

/** Each member once, however many of the teams it is in. */
function membersOf(teams: readonly Team[], included: readonly string[]): { included?: readonly object[] } {
  if (!included.includes('users')) return {}
  const members = new Map(teams.flatMap((team) => team.members.map((member) => [member.id, member])))
  return { included: [...members.values()].map(presentMember) }
}
