import type { Services } from '#api/services.js'
import type { OrganizationActor } from '#api/kernel/actor.js'
import type { OperationContext } from '#api/kernel/context.js'
import type { EngineKind } from '#api/kernel/engine-client.js'
import { daysAgo, oftenOn } from './traffic.js'

/** An engine that a token of an organization runs. */
export interface SampleRun {
  /** Absent: the engine itself. */
  readonly engine?: EngineKind
  readonly version: string
  /** Requests, about. */
  readonly aDay: number
  /** Of them those that the engine policy refused. */
  readonly refused?: number
  /** When it was seen last; absent: today. */
  readonly untilDaysAgo?: number
}

const seededDays = 45

/** What the token of an organization ran in the last weeks. */
export async function seedRuns(
  services: Services,
  ctx: OperationContext,
  organization: { readonly id: string; readonly name: string },
  runs: readonly SampleRun[],
): Promise<void> {
  const owner = { type: 'organization', id: organization.id } as const
  const { token } = await services.tokens.create(ctx, owner, { description: 'pipelines' })
  const { id, scopes, expiresAt } = token
  const credential = { kind: 'token', id, scopes, expiresAt } as const
  const actor: OrganizationActor = { type: 'organization', ...organization, credential }
  for (const { engine = 'engine', version, aDay, refused = 0, untilDaysAgo = 0 } of runs)
    for (let ago = untilDaysAgo; ago < seededDays; ago++) {
      const day = { ...daysAgo(ctx, ago), actor, face: 'registry', engine: { engine, version } } as const
      const often = Math.ceil(oftenOn(day, aDay, version.length))
      for (let count = 0; count < often; count++) services.engineSightings.count(day, organization.id)
      for (let count = 0; count < Math.min(refused, often); count++)
        services.engineSightings.countRefused(day, organization.id)
    }
}
