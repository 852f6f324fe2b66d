import type { Services } from '#api/services.js'
import type { TeamActor } from '#api/kernel/actor.js'
import type { OperationContext } from '#api/kernel/context.js'
import type { EngineKind } from '#api/kernel/engine-client.js'
import { daysAgo, oftenOn } from './traffic.js'

export interface SampleRun {
  /** Absent: the engine itself. */
  readonly engine?: EngineKind
  readonly version: string
  /** Number of tokens that run it; absent: one. */
  readonly tokens?: number
  /** Requests of each, about. */
  readonly aDay: number
  /** Number of those that the engine policy refused. */
  readonly refused?: number
  /** Day of the first sighting, from which it spread within weeks; absent: before all stored days. */
  readonly sinceDaysAgo?: number
  /** Day of the last sighting, after a decline of weeks; absent: today. */
  readonly untilDaysAgo?: number
}

const seededDays = 90

/** Number of days until all run another version. */
const spreadDays = 20

const tokenNames = ['pipelines', 'nightly checks', 'update bot']

/** Seeds the sightings of recent weeks by tokens of a team of the organization. */
export async function seedRuns(
  services: Services,
  ctx: OperationContext,
  organization: string,
  runs: readonly SampleRun[],
): Promise<void> {
  const { id, name, organizationId } = await services.teams.create(ctx, organization, { name: 'automation' })
  const most = Math.max(...runs.map(({ tokens = 1 }) => tokens))
  for (const [index, description] of tokenNames.slice(0, most).entries()) {
    const owner = { type: 'team', id, organizationId } as const
    const { token } = await services.tokens.create(ctx, owner, { description })
    const { scopes, expiresAt } = token
    const credential = { kind: 'token', id: token.id, scopes, expiresAt } as const
    const actor: TeamActor = { type: 'team', id, name, organizationId, credential }
    for (const run of runs)
      if (index < (run.tokens ?? 1)) countRun(services, { ...ctx, actor }, organizationId, run)
  }
}

function countRun(
  { engineSightings }: Services,
  ctx: OperationContext,
  organizationId: string,
  { engine = 'engine', version, aDay, refused = 0, sinceDaysAgo = 1000, untilDaysAgo = 0 }: SampleRun,
): void {
  for (let ago = untilDaysAgo; ago < Math.min(seededDays, sinceDaysAgo); ago++) {
    const rest = untilDaysAgo === 0 ? 1 : (ago - untilDaysAgo) / spreadDays
    const share = Math.min(1, rest, (sinceDaysAgo - ago) / spreadDays)
    const day = { ...daysAgo(ctx, ago), face: 'registry', engine: { engine, version } } as const
    const often = Math.ceil(oftenOn(day, aDay * share, version.length))
    for (let count = 0; count < often; count++) engineSightings.count(day, organizationId)
    for (let count = 0; count < Math.min(refused, often); count++)
      engineSightings.countRefused(day, organizationId)
  }
}
