import { z } from 'zod'
import { teamChange, teamCreation, type Team, type TeamAccess } from '../../domain/teams/team.js'
import type { TeamsService } from '../../domain/teams/teams.service.js'
import type { OrganizationAccess } from '../../domain/organizations/organization.js'
import type { FaceServices } from '../../http/face-services.js'
import type { OperationContext } from '../../kernel/context.js'
import { parseChange, parseCreation } from '../../kernel/input.js'
import { documentOf, listDocument, listOf } from '../jsonapi/document.js'
import { described, listParameter } from '../jsonapi/query.js'
import { body, resource, type Operation, type Resource } from '../jsonapi/resource.js'
import { membershipDocument, presentMembership } from './organization-memberships.presenter.js'
import {
  membershipIncludes,
  membershipsDocument,
  presentMemberships,
} from './organization-memberships.routes.js'
import { organizationDocument, presentOrganization } from '../organizations/organizations.presenter.js'
import { presentTeam, teamDocument } from './teams.presenter.js'
import { memberDocument, presentMember } from '../accounts/users.presenter.js'

const tag = 'Teams'
const inclusion = z.union([memberDocument, membershipDocument, organizationDocument])
const document = documentOf(teamDocument, inclusion)
const includes = ['users', 'organization-memberships', 'organization']
const creation = body({ type: 'teams', shape: teamCreation, parse: parseCreation })
const change = body({ type: 'teams', shape: teamChange, parse: parseChange })

/** `/organizations/:org/teams` (contract §3). */
export function teamsResource({ teams, organizations }: FaceServices): Resource {
  return resource<OrganizationAccess>({
    tag,
    authorize: (ctx, { org = '' }, writes) =>
      organizations.access(ctx, org, writes ? 'teams:write' : 'teams:read'),
    operations: {
      GET: {
        summary: 'List the teams of an organization, by name',
        isPaged: true,
        parameters: {
          q: described('A part of the name, in any case.'),
          'filter[names]': listParameter('Whole names, in any case.'),
        },
        includes,
        document: listOf(teamDocument, { included: inclusion }),
        async run({ ctx, subject, query, page, included, url }) {
          const names = query['filter[names]'] as string[] | undefined
          const search = query['q'] as string | undefined
          const list = await teams.list(ctx, subject.organization.name, { names, search }, page)
          const { data, ...extras } = await present(teams, ctx, subject, list.items, included)
          return listDocument(url, { ...list, items: data }, (item) => item, extras)
        },
      },
      POST: {
        summary: 'Create a team',
        body: creation,
        document,
        async run({ ctx, subject, attributes }) {
          const team = await teams.create(ctx, subject.organization.name, attributes)
          return one(await present(teams, ctx, subject, [team]))
        },
      },
    },
  })
}

/** `/teams/:id`. */
export function teamResource({ teams }: FaceServices): Resource {
  return resource<TeamAccess>({
    tag,
    authorize: (ctx, { id = '' }, writes) => teams.find(ctx, id, writes ? 'teams:write' : 'teams:read'),
    operations: {
      GET: {
        summary: 'Show a team',
        includes,
        document,
        run: async ({ ctx, subject, included }) =>
          one(await present(teams, ctx, subject, [subject.team], included)),
      },
      PATCH: {
        summary: 'Update a team; absent attributes stay, also within organization-access',
        body: change,
        document,
        async run({ ctx, subject, attributes, expectedOf }) {
          const expected = expectedOf(subject.team)
          const team = await teams.update(ctx, subject.team.id, attributes, expected)
          return one(await present(teams, ctx, subject, [team]))
        },
      },
      DELETE: {
        summary: 'Delete a team with its tokens; the owners stay',
        run: ({ ctx, subject, expectedOf }) => teams.delete(ctx, subject.team.id, expectedOf(subject.team)),
      },
    },
  })
}

/** `/teams/:id/relationships/users`; the ids in bodies are user names. */
export function teamUsersResource({ teams }: FaceServices): Resource {
  return peopleResource(teams, 'users', {
    POST: ['Add members of the organization to a team, or those who are invited', 'addMembers'],
    DELETE: ['Take users out of a team; the owners keep their last one', 'removeMembers'],
  })
}

/** `/teams/:id/relationships/organization-memberships`: the people of a team by their memberships. */
export function teamMembershipsResource({ teams, memberships }: FaceServices): Resource {
  const verbs = {
    POST: ['Add members of the organization to a team, or those who are invited', 'addMemberships'],
    DELETE: ['Take members out of a team; the owners keep their last one', 'removeMemberships'],
  } as const
  return peopleResource(teams, 'organization-memberships', verbs, {
    summary: 'List the memberships of the people in a team, invited ones too, the oldest first',
    isPaged: true,
    includes: membershipIncludes,
    document: membershipsDocument,
    async run(call) {
      const { ctx, subject, page } = call
      const filter = { teamId: subject.team.id }
      return presentMemberships(
        memberships,
        call,
        await memberships.list(ctx, subject.organization.name, filter, page),
      )
    },
  })
}

type Verb = 'addMembers' | 'removeMembers' | 'addMemberships' | 'removeMemberships'

function peopleResource(
  service: TeamsService,
  type: string,
  verbs: Readonly<Record<'POST' | 'DELETE', readonly [summary: string, verb: Verb]>>,
  list?: Operation<TeamAccess>,
): Resource {
  const operation = ([summary, verb]: readonly [string, Verb]): Operation<TeamAccess> => ({
    summary,
    linkage: { type },
    status: 204,
    run: ({ ctx, subject, linkage }) => service[verb](ctx, subject.team.id, linkage),
  })
  return resource<TeamAccess>({
    tag,
    authorize: (ctx, { id = '' }, writes) => service.find(ctx, id, writes ? 'teams:write' : 'teams:read'),
    operations: { ...(list && { GET: list }), POST: operation(verbs.POST), DELETE: operation(verbs.DELETE) },
  })
}

interface Presented {
  readonly data: readonly object[]
  readonly included?: readonly object[]
}

/** Presents teams and what `include` adds, each thing once. */
async function present(
  service: TeamsService,
  ctx: OperationContext,
  access: OrganizationAccess,
  teams: readonly Team[],
  asked: readonly string[] = [],
): Promise<Presented> {
  const memberships = asked.includes('organization-memberships')
    ? await service.membershipsOf(ctx, access, teams)
    : undefined
  const data = teams.map((team) => presentTeam(team, access, ctx.actor, memberships))
  if (asked.length === 0) return { data }
  const members = new Map(teams.flatMap((team) => team.members.map((member) => [member.id, member])))
  const included = [
    ...(asked.includes('users') ? [...members.values()].map(presentMember) : []),
    ...(memberships ?? []).map((membership) => presentMembership(membership)),
    ...(asked.includes('organization') ? [presentOrganization(access, ctx.actor)] : []),
  ]
  return { data, included }
}

const one = ({ data: [first], ...extras }: Presented): object => ({ data: first, ...extras })
