import { tokenValues } from '../src/adapters/secrets/tokens.js'
import type { App } from '../src/app.js'
import type { EngineVersion } from '../src/domain/engine-versions/engine-version.js'
import { sessionLifetime } from '../src/domain/tokens/session.js'
import type { Team } from '../src/domain/teams/team.js'
import type { Organization } from '../src/domain/organizations/organization.js'
import type { Workspace } from '../src/domain/workspaces/workspace.js'
import type { PrismaClient } from '../src/generated/prisma/client.js'
import type { UserActor } from '../src/kernel/actor.js'
import { later, type Clock } from '../src/kernel/clock.js'
import type { OperationContext } from '../src/kernel/context.js'
import { newId } from '../src/kernel/ids.js'
import type { Log } from '../src/kernel/log.js'
import type { Provenance } from '../src/kernel/provenance.js'

export const testSha = 'ab'.repeat(32)

/** The job of a CI that a version of the tests comes from. */
export const testJob: Provenance = {
  issuer: 'https://ci.example',
  subject: 'repo:acme/network:ref:refs/tags/v1.0.0',
  repository: 'acme/network',
  ref: 'refs/tags/v1.0.0',
  commit: '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567',
  workflow: 'release.yml',
  runUrl: 'https://ci.example/acme/network/runs/7',
}

/** A user with a token, ready to ask. */
export interface Person {
  readonly id: string
  readonly username: string
  readonly token: string
  /** Context for direct calls of a service. */
  readonly ctx: OperationContext
}

/** The id of the team of owners. */
export async function ownersOf(
  { prisma }: { readonly prisma: PrismaClient },
  { id: organizationId }: Pick<Organization, 'id'>,
): Promise<string> {
  return (await prisma.team.findFirstOrThrow({ where: { organizationId, name: 'owners' } })).id
}

/** Makers that read like prose: `ana = await make.administrator(); acme = await make.organization(ana, 'acme')`. */
export class Makers {
  private count = 0

  constructor(
    private readonly services: App['services'],
    private readonly prisma: PrismaClient,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** A number for names that nothing else of this app has: files of tests share a process, so it is no module state. */
  next(): number {
    return ++this.count
  }

  administrator(username?: string): Promise<Person> {
    return this.person(username ?? `admin${this.next()}`, true)
  }

  user(username?: string): Promise<Person> {
    return this.person(username ?? `user${this.next()}`, false)
  }

  /** Another token of the same person. */
  async token(person: Person, attributes: { scopes?: string[]; expiredAt?: string } = {}): Promise<string> {
    return (await this.services.tokens.create(person.ctx, { type: 'user', id: person.id }, attributes)).value
  }

  /** A session without a known bearer; its id. */
  async session({ id: userId }: Person): Promise<string> {
    const [id, now] = [newId('sess'), this.clock.now()]
    const expiresAt = later(now, sessionLifetime)
    const times = { createdAt: now, lastUsedAt: now, authenticatedAt: now, expiresAt }
    await this.prisma.session.create({ data: { id, userId, tokenHash: id, ...times } })
    return id
  }

  async engineVersion(by: Person, version: string, attributes: object = {}): Promise<EngineVersion> {
    const url = `https://releases.example/${version}.zip`
    return this.services.engineVersions.create(by.ctx, { version, url, sha: testSha, ...attributes })
  }

  async organization(owner: Person, name = `org-${this.next()}`): Promise<Organization> {
    return this.services.organizations.create(owner.ctx, { name, email: `${name}@example.com` })
  }

  /** The bearer of a session that has yet to set up the second factor. */
  async sessionWithoutTwoFactor(person: Person): Promise<string> {
    const { value, hash } = tokenValues.create('session')
    const now = this.clock.now()
    const expiresAt = new Date('2100-01-01')
    const times = { createdAt: now, lastUsedAt: now, authenticatedAt: now, expiresAt }
    const data = { id: newId('sess'), tokenHash: hash, userId: person.id, needsTwoFactor: true, ...times }
    await this.prisma.session.create({ data })
    return value
  }

  /** A plain member without any rights beyond reading. */
  async member(organization: Organization, username?: string): Promise<Person> {
    const person = await this.user(username)
    await this.prisma.organizationMembership.create({
      data: {
        id: newId('ou'),
        organizationId: organization.id,
        userId: person.id,
        createdAt: this.clock.now(),
      },
    })
    return person
  }

  /** A member of a team that has these rights. */
  async manager(
    organization: Organization,
    rights: {
      manageModules?: boolean
      manageProviders?: boolean
      manageWorkspaces?: boolean
      readWorkspaces?: boolean
    },
  ): Promise<Person> {
    const person = await this.member(organization)
    const name = `team-${this.next()}`
    await this.prisma.team.create({
      data: {
        id: newId('team'),
        organizationId: organization.id,
        name,
        nameKey: name,
        createdAt: this.clock.now(),
        ...rights,
        members: { create: { userId: person.id } },
      },
    })
    return person
  }

  async team(by: Person, organization: Organization, attributes: object = {}): Promise<Team> {
    const facts = { name: `team-${this.next()}`, ...attributes }
    return this.services.teams.create(by.ctx, organization.name, facts)
  }

  /** A token of the team that a job of a CI was given for its own; its value. */
  async ciToken(
    { id: teamId, organizationId }: Pick<Team, 'id' | 'organizationId'>,
    scopes: string[],
    job: Provenance = testJob,
  ): Promise<string> {
    const now = this.clock.now()
    const times = { createdAt: now, updatedAt: now }
    const { issuer } = job
    const { id: trustedIssuerId } = await this.prisma.trustedIssuer.upsert({
      where: { issuer },
      create: { id: newId('issuer'), name: issuer, issuer, kind: 'github', ...times },
      update: {},
    })
    const name = `ci-${this.next()}`
    const claims = { repository: job.repository ?? 'acme/network' }
    const rules = { claims, anchor: `repository=${claims.repository}`, scopes, lifetime: '15m' }
    const ofTeam = { organizationId, trustedIssuerId, teamId }
    const { id: ciIdentityId } = await this.prisma.ciIdentity.create({
      data: { id: newId('ciid'), ...ofTeam, name, nameKey: name, ...rules, ...times },
    })
    const { value, hash } = tokenValues.create('team')
    const lasting = { createdAt: now, expiresAt: later(now, 15 * 60_000) }
    const token = { teamId, ciIdentityId, provenance: { ...job }, description: `CI: ${name}`, scopes }
    await this.prisma.authenticationToken.create({
      data: { id: newId('at'), tokenHash: hash, ...token, ...lasting },
    })
    return value
  }

  async workspace(
    by: Person,
    organization: Organization,
    engineVersion: string,
    name?: string,
  ): Promise<Workspace> {
    const facts = { name: name ?? `workspace-${this.next()}`, engineVersion }
    return this.services.workspaces.create(by.ctx, organization.name, facts)
  }

  private async person(username: string, isSiteAdmin: boolean): Promise<Person> {
    const id = newId('user')
    const now = this.clock.now()
    const email = `${username}@example.com`
    const keys = { usernameKey: username.toLowerCase(), emailKey: email.toLowerCase() }
    const proof = { emailProof: 'administrator', emailVerifiedAt: now }
    await this.prisma.user.create({
      data: { id, username, email, ...keys, ...proof, isSiteAdmin, createdAt: now, updatedAt: now },
    })
    const credential = {
      kind: 'session',
      id: newId('sess'),
      scopes: [],
      expiresAt: new Date('2100-01-01'),
      authenticatedAt: new Date('2100-01-01'),
    } as const
    const actor: UserActor = { type: 'user', id, name: username, isSiteAdmin, credential }
    const ctx: OperationContext = {
      actor,
      face: 'system',
      requestId: 'maker',
      clock: this.clock,
      log: this.log,
    }
    const { value } = await this.services.tokens.create(ctx, { type: 'user', id }, {})
    return { id, username, token: value, ctx }
  }
}
