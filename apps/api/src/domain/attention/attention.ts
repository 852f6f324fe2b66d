/** A version of a module or a provider that was put up and is not good. */
export interface FailedUpload {
  /** Of the version. */
  readonly id: string
  readonly kind: 'module' | 'provider'
  readonly organization: string
  /** Of the module or the provider. */
  readonly name: string
  /** Of a module the provider it is for. */
  readonly provider: string | null
  /** Of the module or the provider. */
  readonly thingId: string
  readonly version: string
  readonly error: string
  readonly at: Date
}

/** An archive of an engine version that is not what its checksum says, or that could not be read. */
export interface FailedVerification {
  /** Of the version. */
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

export interface Figures {
  readonly organizations: Figure
  readonly workspaces: Figure
  readonly modules: Figure
  /** Those of the last 30 days, and of the 30 days before. */
  readonly downloads: Figure
}

/** An engine version that workspaces are on. */
export interface UsedEngineVersion {
  readonly id: string
  readonly version: string
  readonly deprecated: boolean
  readonly enabled: boolean
  /** How many. */
  readonly workspaces: number
}

/** An organization that can hardly make another workspace. */
export interface FullOrganization {
  readonly id: string
  readonly name: string
  readonly workspaceLimit: number
  readonly workspaces: number
}

/** An organization with workspaces on versions that are deprecated or disabled. */
export interface OutdatedOrganization {
  readonly id: string
  readonly name: string
  /** How many of them. */
  readonly workspaces: number
}

/** A team that no one comes into by single sign-on: its group is not allowed to its organization. */
export interface UnallowedSsoTeam {
  readonly id: string
  readonly name: string
  /** The name of its organization. */
  readonly organization: string
  readonly ssoTeamId: string
}
