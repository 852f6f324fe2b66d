import type { Actor } from '../../kernel/actor.js'

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
  /** Time of the last download. */
  readonly lastAt: Date
}

/** Downloads of a module within a number of days, including today. */
export interface DownloadsHistory {
  /** Each day, in order; also those without a download. */
  readonly days: readonly { readonly day: string; readonly count: number }[]
  /** Consumers, the one with the most downloads first. */
  readonly consumers: readonly DownloadsOfConsumer[]
}

export interface DownloadsOfConsumer {
  /** Organization of the consumer; null for downloads with personal tokens. */
  readonly organizationId: string | null
  /** Null also if the organization was deleted. */
  readonly organizationName: string | null
  readonly count: number
}

/** Downloads of the last 7, 30 and 365 days, including today, and in all. */
export interface DownloadsSummary {
  readonly week: number
  readonly month: number
  readonly year: number
  readonly total: number
}

/** The consumer that downloads are counted for. */
export function consumerOf(actor: Actor): Pick<ModuleDownloads, 'credentialId' | 'organizationId'> {
  switch (actor.type) {
    case 'user':
      return { credentialId: actor.credential.id, organizationId: '' }
    case 'team':
      return { credentialId: actor.credential.id, organizationId: actor.organizationId }
    case 'organization':
      return { credentialId: actor.credential.id, organizationId: actor.id }
    default:
      return { credentialId: '', organizationId: '' }
  }
}
