import type { ModuleReadingService } from '#api/domain/registry-modules/module-reading.service.js'
import type { OperationContext } from '#api/kernel/context.js'
import { openPlatform } from '../server/open-platform.js'
import { plansOf } from './plans.js'
import type { Stage } from './stage.js'

type Asking = (modules: ModuleReadingService, ctx: OperationContext) => Promise<unknown>

const page = (offset: number) => ({ offset, limit: 15 })

const shown: Readonly<Record<string, Asking>> = {
  'list, offset 10000': (modules, ctx) => modules.list(ctx, undefined, {}, page(10_000)),
  'namespace, offset 4000': (modules, ctx) => modules.list(ctx, 'team-0000', {}, page(4_000)),
  'search, three words': (modules, ctx) => modules.search(ctx, 'gateway cloud aws', undefined, {}, page(0)),
  'search, a common word': (modules, ctx) => modules.search(ctx, 'monitoring', undefined, {}, page(0)),
  'search, a common word, offset 10000': (modules, ctx) =>
    modules.search(ctx, 'monitoring', undefined, {}, page(10_000)),
}

/** How PostgreSQL goes about the requests that have most to do, asked by the member. */
export async function shownPlans(stage: Stage): Promise<string[]> {
  const { services, ctx, close } = await openPlatform(stage.env, 'bench')
  try {
    const actor = await services.authentication.authenticate(ctx, stage.callers.member)
    const lines: string[] = []
    for (const [name, ask] of Object.entries(shown)) {
      const asking = () => ask(services.moduleReading, { ...ctx, actor })
      lines.push(name, ...(await plansOf(stage.databaseUrl, asking)).map((each) => `  ${each}`))
    }
    return lines
  } finally {
    await close()
  }
}
