import {
  baselineOf,
  isRefused,
  nothingPromised,
  type InterfacePolicy,
  type ModuleInterface,
  type NumberVerdict,
} from '@engine/module-source/verdict'
import { shortText } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import type { ModuleParts } from './module-parts.js'
import type { ModuleVersion } from './registry-module-version.js'
import type { Module } from './registry-module.js'
import type { StoredInterface } from './version-comparison.js'

/** The result of a check: what a version breaks, and what the policy of its module does about it. */
export interface CompatibilityVerdict extends NumberVerdict {
  readonly interface: ModuleInterface
  readonly policy: InterfacePolicy
  /** True if the version is not published. */
  readonly refused: boolean
  /**
   * Sentence about what the version breaks and the number that SemVer wants; null if its number allows it.
   */
  readonly sentence: string | null
}

type CheckedVersion = Pick<ModuleVersion, 'version' | 'acceptBreaking'>

/** Compares what is to be published with the release before it (contract §17). */
export class CompatibilityCheck {
  constructor(private readonly parts: ModuleParts) {}

  /** Evaluates a version. While the module is locked, no other version is published before this ends. */
  async evaluate(
    ctx: OperationContext,
    module: Module,
    { version, acceptBreaking }: CheckedVersion,
    documents: StoredInterface,
  ): Promise<CompatibilityVerdict> {
    const policy = module.effectiveModuleInterfacePolicy
    const published = await this.parts.versions.findPublished(ctx, module.id)
    const baseline = baselineOf(version, published)
    const before = baseline && (await this.parts.versions.findDeclared(ctx, [baseline.id])).get(baseline.id)
    const { comparer } = this.parts
    const verdict = baseline
      ? await comparer.evaluate(module.organizationId, { version, published }, before, documents)
      : nothingPromised
    return {
      interface: bounded(verdict.interface),
      policy,
      refused: isRefused(verdict, policy) && acceptBreaking === null,
      ...{ missingStep: verdict.missingStep, breaksPromise: verdict.breaksPromise },
      sentence: verdict.summary,
    }
  }
}

/** Limit of a name, in characters: every list of versions reads the stored names of each. */
const longestName = 120

/** The same without what an archive alone decides the size of. */
const bounded = ({ breaking, ...facts }: ModuleInterface): ModuleInterface => ({
  ...facts,
  breaking: breaking.map(({ path, name, ...each }) => ({ ...each, path: cut(path), name: cut(name) })),
})

const cut = (name: string): string => shortText(name, longestName)
