/** For how many months the audit log is kept; undefined for ever. */
export type AuditRetention = number | undefined

/**
 * What happened before this moment is older than the log is kept: the begin of a month in UTC, so that months go whole
 * and each day is kept for that many months or up to one more.
 */
export const keptSince = (now: Date, months: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
