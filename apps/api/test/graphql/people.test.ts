import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { as, graphql } from '../rest.js'

const app = await startTestApp()
const admin = await app.make.administrator('root')
const owner = await app.make.user('owner')

interface Resource {
  readonly id: string
  readonly attributes: Record<string, unknown>
}

test('REST and GraphQL tell the same facts of the users, to site administrators alone', async () => {
  const gone = await app.make.user('gone')
  await app.services.users.act(admin.ctx, gone.id, 'suspend')
  const query = `query ($filter: UserFilter, $page: PageInput) {
    users(filter: $filter, page: $page) { nodes { id username email isSiteAdmin suspendedAt } totalCount }
  }`
  for (const [rest, variables] of [
    ['', {}],
    ['?q=OWN', { filter: { search: 'OWN' } }],
    ['?filter[admin]=true', { filter: { isSiteAdmin: true } }],
    ['?filter[suspended]=true', { filter: { isSuspended: true } }],
    ['?page[number]=2&page[size]=1', { page: { number: 2, size: 1 } }],
  ] as const) {
    const { body } = await as(app, admin).get(`/admin/users${rest}`)
    const { users } = (await graphql(app, admin, query, variables)).data
    expect(users?.['totalCount']).toBe(body.meta.pagination['total-count'])
    expect(users?.['nodes']).toEqual(
      body.data.map(({ id, attributes }: Resource) => ({
        id,
        username: attributes['username'],
        email: attributes['email'],
        isSiteAdmin: attributes['is-admin'],
        suspendedAt: attributes['is-suspended'] ? app.clock.now().toISOString() : null,
      })),
    )
  }
  const refused = await graphql(app, owner, query)
  expect(refused.errors?.[0]?.extensions.code).toBe('NOT_FOUND')
})

test('and of the teams and the members of an organization', async () => {
  const acme = await app.make.organization(owner, 'acme')
  const access = { 'manage-modules': true }
  await app.make.team(owner, acme, { name: 'crew', organizationAccess: access, visibility: 'organization' })
  await app.make.member(acme, 'member')
  await app.services.memberships.create(owner.ctx, 'acme', { email: 'new@example.com' })
  const query = `{ viewer { organizations { nodes {
    teams { nodes { id name isOwners manageModules visibility members { nodes { id } totalCount } } }
    memberships { nodes { id status email user { id username } } totalCount }
  } } } }`
  const { data } = await graphql(app, owner, query)
  const viewer = data['viewer'] as unknown as {
    organizations: { nodes: { teams: { nodes: unknown[] }; memberships: { nodes: unknown[] } }[] }
  }
  const [shown] = viewer.organizations.nodes
  const teams = (await as(app, owner).get('/organizations/acme/teams')).body.data
  expect(shown?.teams.nodes).toEqual(
    teams.map(
      ({ id, attributes, relationships }: Resource & { relationships: { users: { data: Resource[] } } }) => ({
        id,
        name: attributes['name'],
        isOwners: attributes['name'] === 'owners',
        manageModules: (attributes['organization-access'] as Record<string, boolean>)['manage-modules'],
        visibility: String(attributes['visibility']).toUpperCase(),
        members: {
          nodes: relationships.users.data.map((user) => ({ id: user.id })),
          totalCount: attributes['users-count'],
        },
      }),
    ),
  )
  const members = (await as(app, owner).get('/organizations/acme/organization-memberships?include=user')).body
  const usernames = new Map(
    members.included.map((user: Resource) => [user.id, user.attributes['username']] as const),
  )
  expect(shown?.memberships.nodes).toEqual(
    members.data.map(
      ({ id, attributes, relationships }: Resource & { relationships: { user: { data: Resource } } }) => ({
        id,
        status: String(attributes['status']).toUpperCase(),
        email: attributes['email'],
        // For an invitation REST names a user that does not exist, since its clients fail without one.
        user:
          attributes['status'] === 'invited'
            ? null
            : {
                id: relationships.user.data.id,
                username: usernames.get(relationships.user.data.id),
              },
      }),
    ),
  )
  expect(shown?.memberships.nodes).toHaveLength(3)
})
