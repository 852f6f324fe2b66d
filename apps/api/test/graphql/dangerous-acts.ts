import { randomUUID } from 'node:crypto'
import { generateKey } from 'openpgp'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { startTestApp, type TestApp } from '../app.js'
import { ownersOf, type Person } from '../makers.js'
import { password, userWithPassword } from '../sign-in.js'
import { mutate } from './mutate.js'

/** Setting of the acts: acme, whose owners are root and ada; ada signs in with a password. */
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
  const owners = await ownersOf(app, acme)
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
  input: object,
): Promise<string[]> {
  const { userErrors } = await mutate(app, bearer, mutation, input, 'userErrors { code }')
  return (userErrors as { code: string }[]).map(({ code }) => code)
}

export const reauthenticate = (scene: Scene, bearer: string, currentPassword = password): Promise<string[]> =>
  run(scene, bearer, 'sessionReauthenticate', { currentPassword })

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

const issuerFacts = () => ({ name: 'CI', issuer: `https://ci-${randomUUID()}.example` })

const issuer = async ({ app, root }: Scene): Promise<string> =>
  (await app.services.trustedIssuers.create(root.ctx, issuerFacts())).id

async function identityFacts(scene: Scene) {
  const { id } = await scene.app.make.team(scene.root, scene.acme)
  return { trustedIssuerId: await issuer(scene), teamId: id, name: randomUUID(), scopes: ['read'] }
}

async function identity(scene: Scene): Promise<string> {
  const { trustedIssuerId: trustedIssuer, teamId: team, ...facts } = await identityFacts(scene)
  const raw = { ...facts, claims: { sub: 'job' } }
  const { ciIdentities } = scene.app.services
  return (await ciIdentities.create(scene.root.ctx, 'acme', raw, { trustedIssuer, team })).id
}

const webhookFacts = { name: 'chat', url: 'https://hooks.example/', triggers: ['sharing.changed'] }

/** The webhook of acme, whose number is limited. */
async function webhook({ app, root }: Scene): Promise<string> {
  await app.prisma.webhook.deleteMany()
  return (await app.services.webhooks.create(root.ctx, 'acme', webhookFacts)).webhook.id
}

/** Name of the act, its mutation, and an input about a freshly made thing. */
type Act = readonly [string, string, (scene: Scene) => Promise<object>]

const loginRequest = {
  ...{ clientId: 'engine-cli', responseType: 'code', state: 'state' },
  ...{
    codeChallenge: 'x'.repeat(43),
    codeChallengeMethod: 'S256',
    redirectUri: 'http://localhost:10000/login',
  },
}

/** Acts that would lead around the others: another account, or a token that may do everything. */
export const waysAround: readonly Act[] = [
  ['makes a token for everything', 'authenticationTokenCreate', async () => ({ description: 'all' })],
  [
    'makes a token of a team for everything',
    'teamTokenCreate',
    async (scene) => ({ teamId: scene.owners, description: (await scene.app.make.user()).username }),
  ],
  ['lets the CLI have a token', 'cliLoginAuthorize', async () => loginRequest],
  [
    'makes a link to a new password',
    'userPasswordLinkCreate',
    async (scene) => ({ id: (await scene.app.make.user()).id }),
  ],
]

/** Each of the most dangerous acts: the mutation, its input, made as it is needed. */
export const acts: readonly Act[] = [
  [
    'adds an owner by name',
    'teamMembersAdd',
    async (scene) => ({ id: scene.owners, usernames: [(await scene.app.make.member(scene.acme)).username] }),
  ],
  [
    'takes an owner out by name',
    'teamMembersRemove',
    async (scene) => ({ id: scene.owners, usernames: [(await owner(scene)).username] }),
  ],
  [
    'adds an owner by membership',
    'teamMembershipsAdd',
    async (scene) => ({
      id: scene.owners,
      membershipIds: [await membershipOf(scene, await scene.app.make.member(scene.acme))],
    }),
  ],
  [
    'takes an owner out by membership',
    'teamMembershipsRemove',
    async (scene) => ({ id: scene.owners, membershipIds: [await membershipOf(scene, await owner(scene))] }),
  ],
  [
    'fills the owners by a group',
    'teamUpdate',
    async (scene) => ({ id: scene.owners, ssoTeamId: await email(scene) }),
  ],
  [
    'sets the address of a person',
    'userEmailSet',
    async (scene) => ({ id: (await scene.app.make.user()).id, email: await email(scene) }),
  ],
  [
    'invites into the owners',
    'organizationMembershipCreate',
    async (scene) => ({ organization: 'acme', email: await email(scene), teams: [scene.owners] }),
  ],
  [
    'renews an invitation into the owners',
    'organizationMembershipInvitationRenew',
    async (scene) => ({ id: await invitation(scene, [scene.owners]) }),
  ],
  [
    'ends the membership of an owner',
    'organizationMembershipDelete',
    async (scene) => ({ id: await membershipOf(scene, await owner(scene)) }),
  ],
  ['registers a signing key', 'gpgKeyCreate', async () => ({ namespace: 'acme', asciiArmor: await armor() })],
  [
    'moves a signing key',
    'gpgKeyUpdate',
    async (scene) => ({
      id: await key(scene),
      namespace: (await scene.app.make.organization(scene.root)).name,
    }),
  ],
  ['deletes a signing key', 'gpgKeyDelete', async (scene) => ({ id: await key(scene) })],
  [
    'creates a site administrator',
    'userCreate',
    async (scene) => {
      const address = await email(scene)
      return { username: `new-${address.split('@')[0]}`, email: address, password, isSiteAdmin: true }
    },
  ],
  [
    'makes a site administrator',
    'userAdminGrant',
    async (scene) => ({ id: (await scene.app.make.user()).id }),
  ],
  ['takes administration away', 'userAdminRevoke', async (scene) => ({ id: await administrator(scene) })],
  ['suspends a site administrator', 'userSuspend', async (scene) => ({ id: await administrator(scene) })],
  ['deletes a site administrator', 'userDelete', async (scene) => ({ id: await administrator(scene) })],
  [
    'frees the identity of a person',
    'userIdentityFree',
    async (scene) => {
      const { id } = await scene.app.make.user()
      const now = scene.app.clock.now()
      const identity = { issuer: 'https://sign-in.test', subject: id, createdAt: now, lastSignedInAt: now }
      await scene.app.prisma.userIdentity.create({ data: { ...identity, userId: id } })
      return { id }
    },
  ],
  [
    'turns off the second factor of a person',
    'userTwoFactorDisable',
    async (scene) => ({ id: (await scene.app.make.user()).id }),
  ],
  ['trusts an issuer', 'trustedIssuerCreate', async () => issuerFacts()],
  [
    'changes whom the site trusts',
    'trustedIssuerUpdate',
    async (scene) => ({ id: await issuer(scene), name: 'Another' }),
  ],
  ['ends the trust in an issuer', 'trustedIssuerDelete', async (scene) => ({ id: await issuer(scene) })],
  [
    'lets jobs have tokens',
    'ciIdentityCreate',
    async (scene) => ({
      ...(await identityFacts(scene)),
      organization: 'acme',
      claims: [{ claim: 'sub', pattern: 'job' }],
    }),
  ],
  [
    'lets other jobs have tokens',
    'ciIdentityUpdate',
    async (scene) => ({ id: await identity(scene), claims: [{ claim: 'sub', pattern: 'other' }] }),
  ],
  ['makes a webhook', 'webhookCreate', async () => ({ ...webhookFacts, organization: 'acme' })],
  [
    'leads a webhook elsewhere',
    'webhookUpdate',
    async (scene) => ({ id: await webhook(scene), url: 'https://elsewhere.example/' }),
  ],
  ['rotates the secret of a webhook', 'webhookRotateSecret', async (scene) => ({ id: await webhook(scene) })],
  [
    'makes a token of an organization',
    'organizationTokenCreate',
    async (scene) => ({ organizationId: scene.acme.id }),
  ],
  [
    'makes a token of an organization for less than everything',
    'organizationTokenCreate',
    async (scene) => ({ organizationId: scene.acme.id, scopes: ['read'] }),
  ],
]
