import { changesBetween, missingStep, stepBetween } from '@engine/module-source/comparison'
import { isPreRelease } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { found } from '../../kernel/errors.js'
import type { ModuleInterfacePolicy } from '../module-interface-policy.js'
import { comparableOf, type ModuleDocuments } from './module-documents.js'
import { mostBreaking, type ModuleInterface } from './module-interface.js'
import type { ModuleParts } from './module-parts.js'
import type { ModuleVersion } from './registry-module-version.js'
import type { Module } from './registry-module.js'

/** What a version breaks, and what becomes of it by the policy of its module. */
export interface GuardVerdict {
  readonly interface: ModuleInterface
  readonly policy: ModuleInterfacePolicy
  /** What it breaks by more than its number says; null where it keeps what its number promises. */
  readonly sentence: string | null
  readonly refused: boolean
}

type Judged = Pick<ModuleVersion, 'version' | 'acceptBreaking'>

/** Compares what is to be published with the release before it (contract §17). */
export class ModuleGuard {
  constructor(private readonly parts: ModuleParts) {}

  /** Within the transaction that publishes, the module is locked: what it is compared with is the release before it. */
  async judge(
    ctx: OperationContext,
    module: Module,
    { version, acceptBreaking }: Judged,
    documents: ModuleDocuments,
  ): Promise<GuardVerdict> {
    const policy = await this.policyOf(ctx, module)
    const before = (await this.parts.versions.findBelow(ctx, module.id, version)).find(
      (each) => !isPreRelease(each.version),
    )
    if (!before)
      return {
        interface: { comparedWith: null, step: null, wantedStep: null, breaking: [], breakingCount: 0 },
        policy,
        sentence: null,
        refused: false,
      }
    const kept = (await this.parts.versions.findDeclared(ctx, [before.id])).get(before.id)
    const changes = changesBetween(comparableOf(kept), comparableOf(documents))
    const breaking = changes.flatMap(({ path, kind, name, breaking: reason }) =>
      reason === null ? [] : [{ path, kind, name, reason }],
    )
    const missing = missingStep(before.version, version, changes)
    const step = stepBetween(before.version, version)
    const sentence = missing !== null && breaking.length > 0 && !isPreRelease(version) ? 'It breaks' : null
    return {
      interface: {
        comparedWith: before.version,
        step,
        wantedStep: missing ?? step,
        breaking: breaking.slice(0, mostBreaking),
        breakingCount: breaking.length,
      },
      policy,
      sentence,
      refused: sentence !== null && policy === 'refuse' && acceptBreaking === null,
    }
  }

  private async policyOf(ctx: OperationContext, module: Module): Promise<ModuleInterfacePolicy> {
    if (module.moduleInterfacePolicy !== null) return module.moduleInterfacePolicy
    const [organization] = await this.parts.organizations.findMany(ctx, [module.organizationId])
    return found(organization).moduleInterfacePolicy
  }
}
