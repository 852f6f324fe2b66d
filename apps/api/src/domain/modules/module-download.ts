/** Downloads of one version on one day by one consumer. */
export interface ModuleDownloads {
  readonly moduleId: string
  readonly version: string
  /** `2026-03-01`, in UTC. */
  readonly day: string
  /** The token that was used. */
  readonly credentialId: string
  /** The organization that the token is one of; empty for a person's own. */
  readonly organizationId: string
  readonly count: number
}

/** Over the last 7, 30 and 365 days, today among them, and in all. */
export interface DownloadsSummary {
  readonly week: number
  readonly month: number
  readonly year: number
  readonly total: number
}
