import { plainLine } from '@engine/shared'
import type { EngineClient } from '../../kernel/engine-client.js'
import type { EngineVersion } from '../engine-versions/engine-version.js'

/** Policies for callers whose version of the engine is disabled, deprecated or unknown (contract §12). */
export const enginePolicies = ['observe', 'warn', 'refuse'] as const

export type EnginePolicy = (typeof enginePolicies)[number]

/** The known facts of a version with that number; undefined where there is none. */
export type KnownVersion = Pick<EngineVersion, 'enabled' | 'deprecated' | 'deprecatedReason'>

export type PolicyReason = 'disabled' | 'deprecated' | 'unknown'

/** The verdict of a policy on one version. */
export interface EngineVerdict {
  readonly policy: Exclude<EnginePolicy, 'observe'>
  readonly reason: PolicyReason
  /** Names the version, the reason and what to use instead; one line, for a terminal. */
  readonly sentence: string
}

/** Requests of the last days that a `warn` or `refuse` policy covers, whether one applies now or not. */
export interface EnginePolicyPreview {
  /** The site's own: the setting `ENGINE_POLICY`. */
  readonly sitePolicy: EnginePolicy
  readonly tokens: number
  readonly organizations: number
  readonly versions: number
  /** Requests that were refused. */
  readonly refused: number
}

/** Returns the reason why a version falls under a policy; undefined where it does not. */
function policyReasonOf(known: KnownVersion | undefined): PolicyReason | undefined {
  if (!known) return 'unknown'
  if (!known.enabled) return 'disabled'
  return known.deprecated ? 'deprecated' : undefined
}

/** Returns undefined where the policy does not cover the version; `instead` is the version to use, if any. */
export function engineVerdictOf(
  policy: EnginePolicy,
  version: string,
  known: KnownVersion | undefined,
  instead: string | undefined,
): EngineVerdict | undefined {
  const reason = policyReasonOf(known)
  if (policy === 'observe' || !reason) return undefined
  const why =
    reason === 'deprecated' && known?.deprecatedReason ? `: ${plainLine(known.deprecatedReason)}` : ''
  const advice =
    instead === undefined ? 'No version is enabled yet: ask a site administrator' : `Use ${instead}`
  const state = reason === 'unknown' ? 'is not known here' : `is ${reason}${why}`
  return { policy, reason, sentence: `Engine version ${version} ${state}. ${advice}.` }
}

/** True for clients of the engine: a policy covers them alone; others are counted and let through. */
export const isUnderPolicy = (client: EngineClient | undefined): client is EngineClient =>
  client?.engine === 'engine'
