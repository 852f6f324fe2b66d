import {
  baselineOf,
  isRefused,
  nothingPromised,
  type InterfacePolicy,
  type ModuleInterface,
} from '@engine/module-source/verdict'
import { shortText } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import type { ModuleParts } from './module-parts.js'
import type { ModuleVersion } from './registry-module-version.js'
import type { Module } from './registry-module.js'
import type { KeptInterface } from './version-comparison.js'

/** What a version breaks, and what becomes of it by the policy of its module. */
export interface GuardVerdict {
  readonly interface: ModuleInterface
  readonly policy: InterfacePolicy
  /** Whether it is not published. */
  readonly refused: boolean
  /** Whether webhooks and the audit log are told that it breaks more than its number says. */
  readonly isTold: boolean
  /** What it breaks and the number that SemVer wants; null where it breaks no more than its number says. */
  readonly sentence: string | null
}

type Judged = Pick<ModuleVersion, 'version' | 'acceptBreaking'>

/** Compares what is to be published with the release before it (contract §17). */
export class ModuleGuard {
  constructor(private readonly parts: ModuleParts) {}

  /** Where the module is locked, nothing else is published between this and its end. */
  async judge(
    ctx: OperationContext,
    module: Module,
    { version, acceptBreaking }: Judged,
    documents: KeptInterface,
  ): Promise<GuardVerdict> {
    const policy = module.effectiveModuleInterfacePolicy
    const published = await this.parts.versions.findPublished(ctx, module.id)
    const baseline = baselineOf(version, published)
    const kept = baseline && (await this.parts.versions.findDeclared(ctx, [baseline.id])).get(baseline.id)
    const { comparer } = this.parts
    const verdict = baseline
      ? await comparer.judge(module.organizationId, { version, published }, kept, documents)
      : nothingPromised
    return {
      interface: bounded(verdict.interface),
      policy,
      refused: isRefused(verdict, policy) && acceptBreaking === null,
      isTold: verdict.breaksPromise && policy !== 'observe',
      sentence: verdict.summary,
    }
  }
}

/** Of a name, in characters: every list of versions reads what is kept of each. */
const longestName = 120

/** The same without what an archive alone decides the size of. */
const bounded = ({ breaking, ...facts }: ModuleInterface): ModuleInterface => ({
  ...facts,
  breaking: breaking.map(({ path, name, ...each }) => ({ ...each, path: cut(path), name: cut(name) })),
})

const cut = (name: string): string => shortText(name, longestName)
