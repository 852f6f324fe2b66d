import type { ModuleChange, VersionStep } from '@engine/module-source/comparison'

/** A change for which callers of the module may have to change. */
export interface BreakingDeclaration extends Pick<ModuleChange, 'path' | 'kind' | 'name'> {
  readonly reason: NonNullable<ModuleChange['breaking']>
}

/** What a version breaks for callers of the release before it, as was found when its archive was processed. */
export interface ModuleInterface {
  /** The release that it was compared with; null where none is before it, and so nothing is promised yet. */
  readonly comparedWith: string | null
  /** The step between their numbers. Null without such a release. */
  readonly step: VersionStep | null
  /** The step that SemVer wants for what changed; for what only stays as it was, a patch. */
  readonly wantedStep: VersionStep | null
  /** At most `mostBreaking` of them. */
  readonly breaking: readonly BreakingDeclaration[]
  readonly breakingCount: number
}

/** How many of what breaks are kept and shown of a version. */
export const mostBreaking = 100
