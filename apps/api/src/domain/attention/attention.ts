/** The number now, and the number 30 days ago. */
export interface Figure {
  readonly now: number
  readonly before: number
}

/** Downloads are those of the last 30 days, and of the 30 days before. */
export type Figures = Readonly<Record<'organizations' | 'workspaces' | 'modules' | 'downloads', Figure>>

/** An engine version, and the number of workspaces on it. */
export interface UsedEngineVersion {
  readonly id: string
  readonly version: string
  readonly deprecated: boolean
  readonly enabled: boolean
  readonly workspaces: number
}
