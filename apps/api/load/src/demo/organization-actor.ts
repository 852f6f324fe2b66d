import type { Services } from '#api/services.js'
import type { OperationContext } from '#api/kernel/context.js'

/** Makes an organization the caller, by its token. */
export async function organizationActor(
  services: Services,
  ctx: OperationContext,
  name: string,
): Promise<OperationContext['actor']> {
  const { id } = await services.adminOrganizations.find(ctx, name)
  const whose = { type: 'organization', id } as const
  const known = (await services.tokens.listOfOrganizations(ctx, [id])).get(id)
  const token = known ?? (await services.tokens.replacePlain(ctx, whose, {})).token
  const expiresAt = new Date('2100-01-01')
  return {
    type: 'organization',
    id,
    name,
    credential: { kind: 'token', id: token.id, scopes: [], expiresAt },
  }
}
