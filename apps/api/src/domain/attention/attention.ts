/** A version that was put up and is not good; `name` and `thingId` are those of its module or provider. */
export interface FailedUpload {
  readonly id: string
  readonly kind: 'module' | 'provider'
  readonly organization: string
  readonly name: string
  /** The provider that a module is for. */
  readonly provider: string | null
  readonly thingId: string
  readonly version: string
  readonly error: string
  readonly at: Date
}

/** An archive of an engine version (`id`) that is not what its checksum says, or that could not be read. */
export interface FailedVerification {
  readonly id: string
  readonly version: string
  readonly os: string
  readonly arch: string
  /** Why it could not be read; null where it is another file. */
  readonly problem: string | null
  readonly at: Date
}

/** How many there are, and how many of those there were 30 days ago. */
export interface Figure {
  readonly now: number
  readonly before: number
}

/** Downloads are those of the last 30 days, and of the 30 days before. */
export type Figures = Readonly<Record<'organizations' | 'workspaces' | 'modules' | 'downloads', Figure>>

/** An engine version, and how many workspaces are on it. */
export interface UsedEngineVersion {
  readonly id: string
  readonly version: string
  readonly deprecated: boolean
  readonly enabled: boolean
  readonly workspaces: number
}

/** An organization that can hardly make another workspace. */
export interface FullOrganization {
  readonly id: string
  readonly name: string
  readonly workspaceLimit: number
  readonly workspaces: number
}

/** An organization, and how many of its workspaces are on versions that are deprecated or disabled. */
export interface OutdatedOrganization {
  readonly id: string
  readonly name: string
  readonly workspaces: number
}

/** What site administrators have to decide of public providers. */
export const publicProviderAlarmKinds = ['altered', 'new-key', 'unverified', 'unreachable', 'wanted'] as const

/** One public provider, or an origin that is unreachable. */
export interface PublicProviderAlarm {
  readonly id: string
  readonly kind: (typeof publicProviderAlarmKinds)[number]
  /** Null for an origin. */
  readonly providerId: string | null
  /** `origin/namespace/name`, or the host of an origin. */
  readonly name: string
  /** Of versions that stand so, of organizations that want it, or of providers of an origin. */
  readonly count: number
  /** The newest such version, the organization that asked last, or why the last look failed. */
  readonly detail: string
  /** The last time; of an origin, when it last answered. */
  readonly at: Date
}

/** A team that no one comes into by single sign-on: its group is not allowed to its organization. */
export interface UnallowedSsoTeam {
  readonly id: string
  readonly name: string
  readonly organization: string
  readonly ssoTeamId: string
}

/** A disk with files whose last free bytes are left to the database. */
export interface FullDisk {
  readonly id: string
  readonly freeBytes: number
  readonly reserveBytes: number
}
