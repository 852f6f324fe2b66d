import { createLog } from '#api/adapters/logs/logger.js'
import { readConfig } from '#api/config.js'
import type { ProviderOrigin } from '#api/domain/public-providers/provider-origins.js'
import { openInfrastructure, type Infrastructure } from '#api/infrastructure.js'
import { anonymous, type UserActor } from '#api/kernel/actor.js'
import type { OperationContext } from '#api/kernel/context.js'
import { createServices, type Services } from '#api/services.js'

/** Opens the platform of these settings in this very process; `name` stands for the program in its log. */
export async function openPlatform(
  env: NodeJS.ProcessEnv,
  name: string,
  replaced: Partial<Infrastructure> = {},
  onProgress: (text: string) => void = () => {},
  providerOrigins: readonly ProviderOrigin[] = [],
) {
  const config = readConfig({ LOG_LEVEL: 'warn', ...env })
  const log = createLog(config.logLevel)
  const infrastructure = await openInfrastructure(config, log, onProgress)
  const { clock } = infrastructure
  const ctx: OperationContext = { actor: anonymous, face: 'system', requestId: name, clock, log }
  return {
    config,
    services: createServices({ ...infrastructure, ...replaced }, providerOrigins),
    ctx,
    close: () => infrastructure.close(),
  }
}

/** Makes the first administrator, and answers who acts as that one. */
export async function setUpAdministrator(
  services: Services,
  start: OperationContext,
  facts: Parameters<Services['setUp']['createAdministrator']>[2],
): Promise<OperationContext> {
  const token = await services.setUp.prepare(start)
  const user = await services.setUp.createAdministrator(start, token ?? '', facts)
  return actingAs(start, user.id, user.username, true)
}

/** A user in a session that never ends. */
export function actingAs(
  start: OperationContext,
  id: string,
  name: string,
  isSiteAdmin: boolean,
): OperationContext {
  const farAhead = new Date('2100-01-01')
  const times = { expiresAt: farAhead, authenticatedAt: farAhead }
  const credential = { kind: 'session', id: start.requestId, scopes: [], ...times } as const
  const actor: UserActor = { type: 'user', id, name, isSiteAdmin, credential }
  return { ...start, actor }
}
