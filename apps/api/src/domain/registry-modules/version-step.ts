import { compareVersions, isPreRelease } from '@engine/shared'
import type { ModuleChange } from './module-comparison.js'

export type VersionStep = 'major' | 'minor' | 'patch'

const steps = ['patch', 'minor', 'major'] as const

/**
 * The step that SemVer wants for these changes, where the step between the numbers is a smaller one; null where it is
 * not. Below 1.0.0 a minor step may break, and a pre-release promises nothing.
 */
export function missingStep(
  from: string,
  to: string,
  changes: readonly Pick<ModuleChange, 'breaking' | 'change' | 'kind'>[],
): VersionStep | null {
  if (compareVersions(from, to) >= 0 || isPreRelease(from)) return null
  const wanted = wantedStep(changes)
  const isEarly = from.startsWith('0.')
  const needed = isEarly && wanted !== 'patch' ? steps[steps.indexOf(wanted) - 1] : wanted
  return needed && steps.indexOf(stepBetween(from, to)) < steps.indexOf(needed) ? needed : null
}

/** What is new for callers is a minor step; all else stays what it was for them. */
function wantedStep(changes: readonly Pick<ModuleChange, 'breaking' | 'change' | 'kind'>[]): VersionStep {
  if (changes.some(({ breaking }) => breaking !== null)) return 'major'
  const isNew = changes.some(
    ({ change, kind }) => change === 'added' && ['input', 'output', 'folder'].includes(kind),
  )
  return isNew ? 'minor' : 'patch'
}

export function stepBetween(from: string, to: string): VersionStep {
  const [before, after] = [from, to].map((version) => version.replace(/[-+].*/, '').split('.'))
  if (before?.[0] !== after?.[0]) return 'major'
  return before?.[1] === after?.[1] ? 'patch' : 'minor'
}
