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
