import { days } from '../../kernel/clock.js'

/** Numbers of an organization that say how it is, for those who decide about it. */
export interface OrganizationFigures {
  readonly workspaces: number
  /** Workspaces on deprecated or disabled engine versions. */
  readonly outdatedWorkspaces: number
  readonly modules: number
  readonly providers: number
  /** Uploads of its modules and providers that failed and were not put away. */
  readonly failedUploads: number
  /** Members, without invited users. */
  readonly members: number
  readonly teams: number
  readonly owners: number
  readonly storedBytes: number
  /** Time of the newest event in its audit log; null where the log has no longer any. */
  readonly lastActivityAt: Date | null
}

/** An organization is idle if its audit log has no event of this time. */
export const idleAfter = days(90)
