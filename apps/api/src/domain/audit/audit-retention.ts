/** The retention of the audit log, in months; undefined for ever. */
export type AuditRetention = number | undefined

/**
 * Returns the moment before which events are dropped: the begin of a month in UTC, so that whole months go and each day
 * stays for that many months or up to one more.
 */
export const retainedSince = (now: Date, months: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
