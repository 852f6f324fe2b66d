import { generateKey } from 'openpgp'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { graphql } from '../rest.js'
import { password, userWithPassword } from '../sign-in.js'

/** Where they are tried: in acme, of which root is an owner, and so is ada, who signs in by a password. */
export interface Scene {
  readonly app: TestApp
  readonly root: Person
  readonly acme: Organization
  /** The id of the team. */
  readonly owners: string
}

export async function startScene(): Promise<Scene> {
  const app = await startTestApp()
  const root = await app.make.administrator('root')
  const acme = await app.make.organization(root, 'acme')
  const where = { organizationId: acme.id, name: 'owners' }
  const { id: owners } = await app.prisma.team.findFirstOrThrow({ where })
  const scene = { app, root, acme, owners }
  await userWithPassword(app, 'ada')
  await app.prisma.user.update({ where: { usernameKey: 'ada' }, data: { isSiteAdmin: true } })
  await addOwner(scene, 'ada')
  return scene
}

export async function addOwner({ app, root, owners }: Scene, username: string): Promise<void> {
  await app.services.teams.addMembers(root.ctx, owners, { ids: [username], faults: [] })
}

/** The codes of what was refused. */
export async function run(
  { app }: Scene,
  bearer: Person | string,
  mutation: string,
  type: string,
  input: object,
): Promise<string[]> {
  const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { userErrors { code } } }`
  const { data, errors } = await graphql(app, bearer, query, { input })
  if (errors) throw new Error(errors[0]?.message)
  return (data[mutation]?.['userErrors'] as { code: string }[]).map(({ code }) => code)
}

export const reauthenticate = (scene: Scene, bearer: string, currentPassword = password): Promise<string[]> =>
  run(scene, bearer, 'sessionReauthenticate', 'SessionReauthenticateInput', { currentPassword })

export const membershipOf = async ({ app }: Scene, { id: userId }: Pick<Person, 'id'>): Promise<string> =>
  (await app.prisma.organizationMembership.findFirstOrThrow({ where: { userId } })).id

export async function invitation({ app, root }: Scene, teamIds: readonly string[]): Promise<string> {
  const email = `${(await app.make.user()).username}@invited.example`
  const teams = { ids: teamIds, faults: [] }
  return (await app.services.memberships.create(root.ctx, 'acme', { email }, teams)).membership.id
}

export const email = async ({ app }: Scene): Promise<string> =>
  `${(await app.make.user()).username}@new.example`

const administrator = async ({ app }: Scene): Promise<string> => (await app.make.administrator()).id

async function owner(scene: Scene): Promise<Person> {
  const person = await scene.app.make.member(scene.acme)
  await addOwner(scene, person.username)
  return person
}

const armor = async (): Promise<string> =>
  (await generateKey({ userIDs: [{ name: 'Release' }], format: 'armored' })).publicKey

const key = async ({ app, root }: Scene): Promise<string> =>
  (await app.services.gpgKeys.create(root.ctx, { namespace: 'acme', asciiArmor: await armor() })).id

const webhookFacts = { name: 'chat', url: 'https://hooks.example/', triggers: ['sharing.changed'] }

/** The one of acme, which may have only so many. */
async function webhook({ app, root }: Scene): Promise<string> {
  await app.prisma.webhook.deleteMany()
  return (await app.services.webhooks.create(root.ctx, 'acme', webhookFacts)).webhook.id
}

/** What it does; the mutation, the type of its input, and an input with whatever it is about freshly made. */
type Act = readonly [string, string, string, (scene: Scene) => Promise<object>]

const loginRequest = {
  ...{ clientId: 'engine-cli', responseType: 'code', state: 'state' },
  ...{
    codeChallenge: 'x'.repeat(43),
    codeChallengeMethod: 'S256',
    redirectUri: 'http://localhost:10000/login',
  },
}

/** What would lead around the others: another account, or a token that may do everything. */
export const waysAround: readonly Act[] = [
  [
    'makes a token for everything',
    'authenticationTokenCreate',
    'AuthenticationTokenCreateInput',
    async () => ({ description: 'all' }),
  ],
  [
    'makes a token of a team for everything',
    'teamTokenCreate',
    'TeamTokenCreateInput',
    async (scene) => ({ teamId: scene.owners, description: (await scene.app.make.user()).username }),
  ],
  ['lets the CLI have a token', 'cliLoginAuthorize', 'CliLoginAuthorizeInput', async () => loginRequest],
  [
    'makes a link to a new password',
    'userPasswordLinkCreate',
    'UserActInput',
    async (scene) => ({ id: (await scene.app.make.user()).id }),
  ],
]

/** Each of the most dangerous acts: the mutation, its input, made as it is needed. */
export const acts: readonly Act[] = [
  [
    'adds an owner by name',
    'teamMembersAdd',
    'TeamMembersInput',
    async (scene) => ({ id: scene.owners, usernames: [(await scene.app.make.member(scene.acme)).username] }),
  ],
  [
    'takes an owner out by name',
    'teamMembersRemove',
    'TeamMembersInput',
    async (scene) => ({ id: scene.owners, usernames: [(await owner(scene)).username] }),
  ],
  [
    'adds an owner by membership',
    'teamMembershipsAdd',
    'TeamMembershipsInput',
    async (scene) => ({
      id: scene.owners,
      membershipIds: [await membershipOf(scene, await scene.app.make.member(scene.acme))],
    }),
  ],
  [
    'takes an owner out by membership',
    'teamMembershipsRemove',
    'TeamMembershipsInput',
    async (scene) => ({ id: scene.owners, membershipIds: [await membershipOf(scene, await owner(scene))] }),
  ],
  [
    'fills the owners by a group',
    'teamUpdate',
    'TeamUpdateInput',
    async (scene) => ({ id: scene.owners, ssoTeamId: await email(scene) }),
  ],
  [
    'sets the address of a person',
    'userEmailSet',
    'UserEmailSetInput',
    async (scene) => ({ id: (await scene.app.make.user()).id, email: await email(scene) }),
  ],
  [
    'invites into the owners',
    'organizationMembershipCreate',
    'OrganizationMembershipCreateInput',
    async (scene) => ({ organization: 'acme', email: await email(scene), teams: [scene.owners] }),
  ],
  [
    'renews an invitation into the owners',
    'organizationMembershipInvitationRenew',
    'OrganizationMembershipInvitationRenewInput',
    async (scene) => ({ id: await invitation(scene, [scene.owners]) }),
  ],
  [
    'ends the membership of an owner',
    'organizationMembershipDelete',
    'OrganizationMembershipDeleteInput',
    async (scene) => ({ id: await membershipOf(scene, await owner(scene)) }),
  ],
  [
    'registers a signing key',
    'gpgKeyCreate',
    'GpgKeyCreateInput',
    async () => ({ namespace: 'acme', asciiArmor: await armor() }),
  ],
  [
    'moves a signing key',
    'gpgKeyUpdate',
    'GpgKeyUpdateInput',
    async (scene) => ({
      id: await key(scene),
      namespace: (await scene.app.make.organization(scene.root)).name,
    }),
  ],
  ['deletes a signing key', 'gpgKeyDelete', 'GpgKeyDeleteInput', async (scene) => ({ id: await key(scene) })],
  [
    'creates a site administrator',
    'userCreate',
    'UserCreateInput',
    async (scene) => {
      const address = await email(scene)
      return { username: `new-${address.split('@')[0]}`, email: address, password, isSiteAdmin: true }
    },
  ],
  [
    'makes a site administrator',
    'userAdminGrant',
    'UserActInput',
    async (scene) => ({ id: (await scene.app.make.user()).id }),
  ],
  [
    'takes administration away',
    'userAdminRevoke',
    'UserActInput',
    async (scene) => ({ id: await administrator(scene) }),
  ],
  [
    'suspends a site administrator',
    'userSuspend',
    'UserActInput',
    async (scene) => ({ id: await administrator(scene) }),
  ],
  [
    'deletes a site administrator',
    'userDelete',
    'UserDeleteInput',
    async (scene) => ({ id: await administrator(scene) }),
  ],
  [
    'turns off the second factor of a person',
    'userTwoFactorDisable',
    'UserActInput',
    async (scene) => ({ id: (await scene.app.make.user()).id }),
  ],
  [
    'makes a webhook',
    'webhookCreate',
    'WebhookCreateInput',
    async () => ({ ...webhookFacts, organization: 'acme' }),
  ],
  [
    'leads a webhook elsewhere',
    'webhookUpdate',
    'WebhookUpdateInput',
    async (scene) => ({ id: await webhook(scene), url: 'https://elsewhere.example/' }),
  ],
  [
    'rotates the secret of a webhook',
    'webhookRotateSecret',
    'WebhookActInput',
    async (scene) => ({ id: await webhook(scene) }),
  ],
  [
    'makes a token of an organization',
    'organizationTokenCreate',
    'OrganizationTokenCreateInput',
    async (scene) => ({ organizationId: scene.acme.id }),
  ],
]
