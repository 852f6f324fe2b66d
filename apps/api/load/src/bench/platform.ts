import type { Services } from '#api/services.js'
import type { OperationContext } from '#api/kernel/context.js'
import { actingAs, setUpAdministrator } from '../server/open-platform.js'

export interface Owner {
  readonly id: string
  readonly namespace: string
}

/** Callers, by the value of a token. */
export interface Callers {
  /** Sees the modules of every organization that is not disabled. */
  readonly administrator: string
  /** Token of a member of the biggest organization and two others, who also sees what is shared with these. */
  readonly member: string
}

/**
 * The organizations and people of a bench, made as users would make them: every fifth organization shares with all,
 * every fifth with the first, some are disabled, and the others keep to themselves. The first is the biggest.
 */
export async function makePlatform(services: Services, start: OperationContext, count: number) {
  const password = 'correct horse battery'
  const administrator = { username: 'root', email: 'root@example.com', password }
  const root = await setUpAdministrator(services, start, administrator)
  const { id } = await services.users.create(root, { username: 'ana', email: 'ana@example.com', password })
  const ana = actingAs(start, id, 'ana', false)

  const organizations: Owner[] = []
  for (let n = 0; n < count; n++) {
    const namespace = `team-${String(n).padStart(4, '0')}`
    const maker = n === 0 || n === 7 || n === 13 ? ana : root
    const made = await services.organizations.create(maker, {
      name: namespace,
      email: `${namespace}@example.com`,
    })
    organizations.push({ id: made.id, namespace })
    await share(services, root, made.id, n)
  }
  const tokenOf = async (ctx: OperationContext): Promise<string> => {
    const owner = { type: 'user', id: ctx.actor.type === 'user' ? ctx.actor.id : '' } as const
    return (await services.tokens.create(ctx, owner, { description: 'bench' })).value
  }
  const callers: Callers = { administrator: await tokenOf(root), member: await tokenOf(ana) }
  return { organizations, callers }
}

async function share(services: Services, root: OperationContext, id: string, n: number): Promise<void> {
  if (n % 5 === 1) await services.adminOrganizations.update(root, id, { globalModuleSharing: true })
  if (n % 5 === 2) await services.registryPartnerships.setConsumers(root, id, 'modules', ['team-0000'])
  if (n % 25 === 24) await services.adminOrganizations.update(root, id, { isDisabled: true })
}
