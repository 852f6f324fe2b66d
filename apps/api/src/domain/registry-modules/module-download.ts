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
  /** When the last of them was. */
  readonly lastAt: Date
}

/** What was downloaded of a module within a number of days, today among them. */
export interface DownloadsHistory {
  /** Each day, in order; also those without a download. */
  readonly days: readonly { readonly day: string; readonly count: number }[]
  /** Those that downloaded most first. */
  readonly consumers: readonly DownloadsOfConsumer[]
}

export interface DownloadsOfConsumer {
  /** Null for what people download with tokens of their own. */
  readonly organizationId: string | null
  /** Null also where the organization is gone. */
  readonly organizationName: string | null
  readonly count: number
}

/** Over the last 7, 30 and 365 days, today among them, and in all. */
export interface DownloadsSummary {
  readonly week: number
  readonly month: number
  readonly year: number
  readonly total: number
}
