import type { TestApp } from '../app.js'
import type { Organization } from '../../src/domain/organizations/organization.js'
import type { Person } from '../makers.js'

/** Every kind of caller there is, with the bearer it sends; `nobody` sends none. */
export interface Callers {
  readonly organization: Organization
  readonly owner: Person
  readonly bearers: Readonly<Record<string, string | undefined>>
}

export async function everyCaller(app: TestApp): Promise<Callers> {
  const administrator = await app.make.administrator()
  const owner = await app.make.user()
  const organization = await app.make.organization(owner, 'acme')
  const manager = await app.make.manager(organization, { manageModules: true })
  const member = await app.make.member(organization)
  const team = await app.make.team(owner, organization, {
    organizationAccess: { 'manage-providers': true, 'manage-workspaces': true },
  })
  const teamOwner = { type: 'team', id: team.id, organizationId: organization.id } as const
  const teamToken = await app.services.tokens.replacePlain(owner.ctx, teamOwner, {})
  const organizationOwner = { type: 'organization', id: organization.id } as const
  const organizationToken = await app.services.tokens.replacePlain(owner.ctx, organizationOwner, {})
  const trailOwner = { ...organizationOwner, only: 'audit-trails' } as const
  const trailToken = await app.services.tokens.replacePlain(owner.ctx, trailOwner, {})
  const stranger = await app.make.user()
  await app.make.organization(stranger, 'foreign')
  const suspended = await app.make.administrator()
  await app.prisma.user.update({ where: { id: suspended.id }, data: { suspendedAt: app.clock.now() } })
  const expired = await app.make.token(administrator, {
    expiredAt: new Date(app.clock.now().getTime() + 1).toISOString(),
  })
  app.clock.move(1)
  const revoked = await app.make.administrator()
  await app.prisma.authenticationToken.deleteMany({ where: { userId: revoked.id } })
  return {
    organization,
    owner,
    bearers: {
      admin: administrator.token,
      'admin+read': await app.make.token(administrator, { scopes: ['read'] }),
      'admin+registry': await app.make.token(administrator, { scopes: ['registry'] }),
      owner: owner.token,
      'owner+read': await app.make.token(owner, { scopes: ['read'] }),
      'owner+publish': await app.make.token(owner, { scopes: ['publish:acme/network/aws'] }),
      'owner+ws': await app.make.token(owner, { scopes: ['workspaces'] }),
      manager: manager.token,
      member: member.token,
      'team token': teamToken.value,
      'org token': organizationToken.value,
      'trail token': trailToken.value,
      stranger: stranger.token,
      nobody: undefined,
      expired,
      revoked: revoked.token,
      suspended: suspended.token,
    },
  }
}

/** The bearer of a caller with access to this route. */
export function bearerAt({ bearers, owner }: Callers, route: string): string | undefined {
  if (route.endsWith('/organization/audit-trail')) return bearers['trail token']
  return /^\/api\/(v2\/admin|exports)\//.test(route) ? bearers['admin'] : owner.token
}
