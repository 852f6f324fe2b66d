import { organizationOf } from '../../kernel/actor.js'
import type { OperationContext } from '../../kernel/context.js'
import { DomainError } from '../../kernel/errors.js'
import { requirePermission } from '../../kernel/permissions.js'
import {
  isUnderPolicy,
  engineVerdictOf,
  type EnginePolicy,
  type EnginePolicyPreview,
  type EngineVerdict,
} from './engine-policy.js'
import type { EnginePolicyStore } from './engine-policy.store.js'
import type { EngineSightingsService } from './engine-sightings.service.js'

/** The part of a workspace that a policy reads. */
interface VersionedWorkspace {
  readonly organizationId: string
  /** The number of its version. */
  readonly resolvedEngineVersion: string
}

const nothing = { tokens: 0, organizations: 0, versions: 0, refused: 0 }

/** The policy for clients whose engine version should not be run (contract §12): it steers honest clients. */
export class EnginePolicyService {
  constructor(
    private readonly store: EnginePolicyStore,
    private readonly sightings: EngineSightingsService,
    readonly sitePolicy: EnginePolicy,
  ) {}

  /**
   * Returns the verdict on the version that the caller announces, by the policy of its token's organization; for a
   * person's token by that of `owner`, the organization of the requested thing.
   */
  async verdictOfCaller(ctx: OperationContext, owner: string): Promise<EngineVerdict | undefined> {
    if (!isUnderPolicy(ctx.engine)) return undefined
    return this.verdictOn(ctx, organizationOf(ctx.actor) ?? owner, ctx.engine.version)
  }

  /** Lets a download pass, or throws `denied` with the sentence. */
  async admitCaller(ctx: OperationContext, owner: string): Promise<void> {
    const verdict = await this.verdictOfCaller(ctx, owner)
    if (verdict?.policy === 'refuse') throw this.refused(ctx, owner, verdict)
  }

  /** Admits an act on a workspace, such as its lock, or throws `denied`, before anything has happened. */
  async admitWorkspace(
    ctx: OperationContext,
    { organizationId, resolvedEngineVersion }: VersionedWorkspace,
  ): Promise<void> {
    const verdict = await this.verdictOn(ctx, organizationId, resolvedEngineVersion)
    if (verdict?.policy === 'refuse') throw this.refused(ctx, organizationId, verdict)
  }

  /** Counts the callers that `warn` and `refuse` cover, in one organization or in all that follow the site's policy. */
  async preview(ctx: OperationContext, organization?: string): Promise<EnginePolicyPreview> {
    requirePermission(ctx, 'site-organizations:read')
    return { ...((await this.store.preview(ctx, organization)) ?? nothing), sitePolicy: this.sitePolicy }
  }

  private async verdictOn(
    ctx: OperationContext,
    organizationId: string,
    version: string,
  ): Promise<EngineVerdict | undefined> {
    const facts = await this.store.facts(ctx, organizationId, version)
    return facts && engineVerdictOf(facts.policy ?? this.sitePolicy, version, facts.known, facts.instead)
  }

  /** The one place where a refusal is recorded. */
  private refused(ctx: OperationContext, owner: string, { sentence, reason }: EngineVerdict): DomainError {
    this.sightings.countRefused(ctx, owner)
    return new DomainError({ kind: 'denied', message: sentence }, { engine: reason })
  }
}
