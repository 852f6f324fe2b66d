import type { EngineClient } from '../../kernel/engine-client.js'
import type { EngineVersion } from '../engine-versions/engine-version.js'
import { plainLine } from '../plain-line.js'

/** What answers a caller whose version of the engine is disabled, deprecated or unknown (contract §12). */
export const enginePolicies = ['observe', 'warn', 'refuse'] as const

export type EnginePolicy = (typeof enginePolicies)[number]

/** What the platform knows of a number; undefined where it knows no version of that number. */
export type KnownVersion = Pick<EngineVersion, 'enabled' | 'deprecated' | 'deprecatedReason'>

export type PolicyReason = 'disabled' | 'deprecated' | 'unknown'

/** What a policy says of one version. */
export interface EngineVerdict {
  readonly policy: Exclude<EnginePolicy, 'observe'>
  readonly reason: PolicyReason
  /** Names the version, the reason and what to use instead; one line, for a terminal. */
  readonly sentence: string
}

/** In recent days, by whom a policy other than `observe` is about, whether it applies now or not. */
export interface EnginePolicyPreview {
  /** The site's own: the setting `ENGINE_POLICY`. */
  readonly sitePolicy: EnginePolicy
  readonly tokens: number
  readonly organizations: number
  readonly versions: number
  /** Requests that were refused. */
  readonly refused: number
}

/** Why a version falls under a policy; undefined where it does not. */
function reasonOf(known: KnownVersion | undefined): PolicyReason | undefined {
  if (!known) return 'unknown'
  if (!known.enabled) return 'disabled'
  return known.deprecated ? 'deprecated' : undefined
}

/** Undefined where the policy has nothing to say of the version; `instead` is the one to use, if there is any. */
export function verdictOf(
  policy: EnginePolicy,
  version: string,
  known: KnownVersion | undefined,
  instead: string | undefined,
): EngineVerdict | undefined {
  const reason = reasonOf(known)
  if (policy === 'observe' || !reason) return undefined
  const why =
    reason === 'deprecated' && known?.deprecatedReason ? `: ${plainLine(known.deprecatedReason)}` : ''
  const advice =
    instead === undefined ? 'No version is enabled yet: ask a site administrator' : `Use ${instead}`
  const state = reason === 'unknown' ? 'is not known here' : `is ${reason}${why}`
  return { policy, reason, sentence: `Engine version ${version} ${state}. ${advice}.` }
}

/** A policy is about versions of the engine: other clients are counted and let through. */
export const isUnderPolicy = (client: EngineClient | undefined): client is EngineClient =>
  client?.engine === 'engine'
