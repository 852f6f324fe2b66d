import { expect } from 'vitest'
import type { Team } from '../../../src/domain/teams/team.js'
import { deletion, system, type Change, type Here } from './change.js'

const team = ({ app, callers }: Here): Promise<Team> => app.make.team(callers.owner, callers.organization)

/** The id of the membership of a user who is a member of the organization already. */
async function membership(here: Here): Promise<string> {
  const { username } = await here.app.make.user()
  const email = `${username}@example.com`
  return (await here.app.services.memberships.create(system(here), 'acme', { email })).membership.id
}

const token = {
  answer: 'authenticationToken { scopes createdBy { id } } secret',
  gives: (): object => ({
    authenticationToken: { scopes: ['read'], createdBy: { id: expect.any(String) } },
    secret: expect.stringMatching(/.{20}/),
  }),
  wrong: { input: { scopes: ['nonsense'] }, field: ['scopes', '0'], code: 'INVALID' },
  audit: 'authentication-token.create',
}

/** Changes that people make to themselves, and owners to memberships. */
export const peopleChanges: Readonly<Record<string, Change>> = {
  accountUpdate: {
    rest: ['PATCH /account/update'],
    by: 'owner',
    input: async (here) => ({ email: `owner${here.next()}@example.com` }),
    answer: 'account { email }',
    gives: ({ email }) => ({ account: { email } }),
    wrong: { input: { email: 'invalid' }, field: ['email'], code: 'INVALID' },
    audit: 'user.update',
    isCallers: true,
  },
  authenticationTokenCreate: {
    ...token,
    rest: ['POST /users/:id/authentication-tokens'],
    by: 'owner',
    input: async () => ({ description: 'ci', scopes: ['read'] }),
    isCallers: true,
  },
  authenticationTokenDelete: {
    ...deletion,
    rest: [
      'DELETE /authentication-tokens/:id',
      'DELETE /teams/:id/authentication-token',
      'DELETE /organizations/:org/authentication-token',
    ],
    by: 'owner',
    async input({ app, callers: { owner } }) {
      const made = await app.services.tokens.create(owner.ctx, { type: 'user', id: owner.id }, {})
      return { id: made.token.id, reason: 'a test' }
    },
    audit: 'authentication-token.delete',
  },
  sessionDelete: {
    ...deletion,
    rest: [],
    by: 'owner',
    input: async ({ app, callers: { owner } }) => ({
      id: await app.make.session(owner),
      reason: 'a test',
    }),
    audit: 'session.delete',
    isCallers: true,
  },
  userSessionsDelete: {
    rest: [],
    by: 'owner',
    async input({ app, callers: { owner } }) {
      await app.make.session(owner)
      return { id: owner.id, reason: 'a test' }
    },
    answer: 'deletedCount',
    gives: () => ({ deletedCount: expect.any(Number) }),
    audit: 'user.end-sessions',
    isCallers: true,
  },
  teamTokenCreate: {
    ...token,
    rest: ['POST /teams/:id/authentication-tokens', 'POST /teams/:id/authentication-token'],
    by: 'owner',
    input: async (here) => ({ teamId: (await team(here)).id, description: 'ci', scopes: ['read'] }),
  },
  organizationTokenCreate: {
    ...token,
    rest: ['POST /organizations/:org/authentication-token'],
    by: 'owner',
    async input({ app, callers: { owner } }) {
      return { organizationId: (await app.make.organization(owner)).id, scopes: ['read'] }
    },
  },
  teamCreate: {
    rest: ['POST /organizations/:org/teams'],
    by: 'owner',
    input: async (here) => ({ organization: 'acme', name: `team${here.next()}`, manageModules: true }),
    answer: 'team { name manageModules manageProviders visibility organization { name } }',
    gives: ({ name }) => ({
      team: {
        name,
        manageModules: true,
        manageProviders: false,
        visibility: 'SECRET',
        organization: { name: 'acme' },
      },
    }),
    wrong: { input: { name: 'a/b' }, field: ['name'], code: 'INVALID' },
    audit: 'team.create',
  },
  teamUpdate: {
    rest: ['PATCH /teams/:id'],
    by: 'owner',
    input: async (here) => ({ id: (await team(here)).id, visibility: 'ORGANIZATION', reason: 'a test' }),
    answer: 'team { id visibility }',
    gives: ({ id }) => ({ team: { id, visibility: 'ORGANIZATION' } }),
    wrong: { input: { manageModules: null }, field: ['manageModules'], code: 'BLANK' },
    audit: 'team.update',
  },
  teamMembersAdd: {
    rest: ['POST /teams/:id/relationships/users'],
    by: 'owner',
    async input(here) {
      const { username } = await here.app.make.member(here.callers.organization)
      return { id: (await team(here)).id, usernames: [username], reason: 'a test' }
    },
    answer: 'team { id members { nodes { username } } }',
    gives: ({ id, usernames }) => ({
      team: { id, members: { nodes: (usernames as string[]).map((username) => ({ username })) } },
    }),
    wrong: { input: { usernames: ['n.o', 'no-user'] }, field: ['usernames', '0'], code: 'INVALID' },
    audit: 'team.update-members',
  },
  teamMembersRemove: {
    rest: ['DELETE /teams/:id/relationships/users'],
    by: 'owner',
    async input(here) {
      const { id } = await team(here)
      const { username } = await here.app.make.member(here.callers.organization)
      const named = { ids: [username], faults: [] }
      await here.app.services.teams.addMembers(here.callers.owner.ctx, id, named)
      return { id, usernames: [username], reason: 'a test' }
    },
    answer: 'team { id members { totalCount } }',
    gives: ({ id }) => ({ team: { id, members: { totalCount: 0 } } }),
    wrong: { input: { usernames: [''] }, field: ['usernames', '0'], code: 'BLANK' },
    audit: 'team.update-members',
  },
  teamMembershipsAdd: {
    rest: ['POST /teams/:id/relationships/organization-memberships'],
    by: 'owner',
    async input(here) {
      return { id: (await team(here)).id, membershipIds: [await membership(here)], reason: 'a test' }
    },
    answer: 'team { id members { totalCount } }',
    gives: ({ id }) => ({ team: { id, members: { totalCount: 1 } } }),
    wrong: {
      input: { membershipIds: ['ou-0000000000000000'] },
      field: ['membershipIds', '0'],
      code: 'INVALID',
    },
    audit: 'team.update-members',
  },
  teamMembershipsRemove: {
    rest: ['DELETE /teams/:id/relationships/organization-memberships'],
    by: 'owner',
    async input(here) {
      const { id } = await team(here)
      const member = await membership(here)
      const named = { ids: [member], faults: [] }
      await here.app.services.teams.addMemberships(here.callers.owner.ctx, id, named)
      return { id, membershipIds: [member], reason: 'a test' }
    },
    answer: 'team { id members { totalCount } }',
    gives: ({ id }) => ({ team: { id, members: { totalCount: 0 } } }),
    wrong: { input: { membershipIds: [''] }, field: ['membershipIds', '0'], code: 'BLANK' },
    audit: 'team.update-members',
  },
  teamDelete: {
    ...deletion,
    rest: ['DELETE /teams/:id'],
    by: 'owner',
    input: async (here) => ({ id: (await team(here)).id, reason: 'a test' }),
    audit: 'team.delete',
  },
  organizationMembershipCreate: {
    rest: ['POST /organizations/:org/organization-memberships'],
    by: 'owner',
    async input(here) {
      const email = `new${here.next()}@example.com`
      return { organization: 'acme', email, teams: [(await team(here)).id] }
    },
    answer: 'organizationMembership { email status teams { nodes { id } } } invitationUrl',
    gives: ({ email, teams }) => ({
      organizationMembership: {
        email,
        status: 'INVITED',
        teams: { nodes: (teams as string[]).map((id) => ({ id })) },
      },
      invitationUrl: expect.stringContaining('/invitations/'),
    }),
    wrong: { input: { teams: ['nonsense'] }, field: ['teams', '0'], code: 'INVALID' },
    audit: 'organization-membership.create',
  },
  organizationMembershipInvitationRenew: {
    rest: [],
    asks: 'DELETE /organization-memberships/:id',
    by: 'owner',
    async input(here) {
      const email = `again${here.next()}@example.com`
      const { memberships } = here.app.services
      const { membership } = await memberships.create(here.callers.owner.ctx, 'acme', { email })
      return { id: membership.id, reason: 'a test' }
    },
    answer: 'organizationMembership { id status } invitationUrl',
    gives: ({ id }) => ({
      organizationMembership: { id, status: 'INVITED' },
      invitationUrl: expect.stringContaining('/invitations/'),
    }),
    audit: 'organization-membership.renew-invitation',
  },
  organizationMembershipDelete: {
    ...deletion,
    rest: ['DELETE /organization-memberships/:id'],
    by: 'owner',
    async input(here) {
      const email = `gone${here.next()}@example.com`
      const { memberships } = here.app.services
      const { membership } = await memberships.create(here.callers.owner.ctx, 'acme', { email })
      return { id: membership.id, reason: 'a test' }
    },
    audit: 'organization-membership.delete',
  },
}
