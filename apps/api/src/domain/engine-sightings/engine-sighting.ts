import { days, type Clock } from '../../kernel/clock.js'
import type { EngineKind } from '../../kernel/engine-client.js'
import type { EngineVersion, EngineVersionStatus } from '../engine-versions/engine-version.js'

/** Registry requests of one version of an engine on one day, by one token. */
export interface EngineSighting {
  /** `2026-03-01`, in UTC. */
  readonly day: string
  readonly engine: EngineKind
  /** Empty where it cannot be read, and where a token says too many. */
  readonly version: string
  readonly credentialId: string
  /** The organization of the token, or the one whose things a person asked for; empty for neither. */
  readonly organizationId: string
  readonly requests: number
  /** Number of requests that the engine policy refused. */
  readonly refused: number
}

/** The first refusal of a day by the engine policy: of one version, by one token, in one organization. */
export interface FirstRefusal {
  readonly engine: EngineKind
  readonly version: string
  readonly organizationId: string
  readonly organizationName: string
}

/** Number of recent days, including today. */
export const recentDays = 30

/** Returns the end of the recent days: the next midnight in UTC. */
export const recentDaysEnd = (clock: Clock): Date =>
  new Date((Math.floor(clock.now().getTime() / days(1)) + 1) * days(1))

/** Number of days that are stored. */
export const keptDays = 90

/** Maximum number of versions that are counted apart for one token and day. */
export const mostVersions = 200

/** Maximum number of versions of tokens that are counted apart for one organization and day, or for no organization. */
export const mostOfOrganization = 10_000

/** Recent sightings of a version of the engine. */
export interface SeenRecently {
  readonly tokens: number
  readonly organizations: number
  readonly requests: number
  readonly refused: number
  /** Tokens that ran the version of that number of a fork. */
  readonly forkTokens: number
}

export const notSeen: SeenRecently = {
  tokens: 0,
  organizations: 0,
  requests: 0,
  refused: 0,
  forkTokens: 0,
}

/** One version with the callers that ran it in recent days. */
export interface RunVersion extends Omit<SeenRecently, 'forkTokens'> {
  readonly engine: EngineKind
  readonly version: string
  readonly lastDay: string
  /** Null where the platform does not know it. */
  readonly engineVersion: (Pick<EngineVersion, 'id'> & EngineVersionStatus) | null
}

/** Requests of one day. */
export interface RunsOfDay {
  /** `2026-03-01`, in UTC. */
  readonly day: string
  readonly requests: number
}

/** Runs of one version, day by day; runs that are not counted apart have neither engine nor version. */
export interface RunHistory {
  readonly engine: EngineKind | null
  readonly version: string | null
  /** Each day in order, also those without any. */
  readonly days: readonly RunsOfDay[]
}

/** Names a version of an engine in lists. */
export const runKey = (engine: EngineKind, version: string): string => `${engine} ${version}`

/** One token that runs a version in recent days, in one organization. */
export interface EngineRunner extends Omit<RunVersion, 'tokens' | 'organizations' | 'engineVersion'> {
  readonly credentialId: string
  /** Null where the token was deleted. */
  readonly tokenDescription: string | null
  /** The user, team or organization that the token is of; null where it was deleted. */
  readonly ownerName: string | null
  readonly organizationName: string | null
}

export interface RunVersionFilter {
  /** A part of the version. */
  readonly search?: string | undefined
  readonly engine?: EngineKind | undefined
  /** Versions of the engine that the platform knows, or does not. */
  readonly known?: boolean | undefined
}

export interface EngineRunnerFilter {
  readonly version?: string | undefined
  readonly engine?: EngineKind | undefined
  /** Name of an organization, in any case. */
  readonly organization?: string | undefined
}

/** Order by the number of tokens, by the number of requests, or by the last sighting. */
export type RunVersionOrder = 'tokens' | 'requests' | 'lastDay'

export type EngineRunnerOrder = 'requests' | 'lastDay'
