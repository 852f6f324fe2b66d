import { organizationOf } from '../../kernel/actor.js'
import type { OperationContext } from '../../kernel/context.js'
import { DomainError } from '../../kernel/errors.js'
import { requirePermission } from '../../kernel/permissions.js'
import {
  isUnderPolicy,
  verdictOf,
  type EnginePolicy,
  type EnginePolicyPreview,
  type EngineVerdict,
} from './engine-policy.js'
import type { EnginePolicyStore } from './engine-policy.store.js'
import type { EngineSightingsService } from './engine-sightings.service.js'

/** A workspace, as far as a policy looks at it. */
interface VersionedWorkspace {
  readonly organizationId: string
  /** The number of its version. */
  readonly resolvedEngineVersion: string
}

const nothing = { tokens: 0, organizations: 0, versions: 0, refused: 0 }

/** What a client with an engine version that is not to be run is answered (contract §12): it steers honest clients. */
export class EnginePolicyService {
  constructor(
    private readonly store: EnginePolicyStore,
    private readonly sightings: EngineSightingsService,
    readonly sitePolicy: EnginePolicy,
  ) {}

  /**
   * Of the version that the caller says it runs, by the policy of its token's organization; a person's token comes under
   * that of the organization whose things it asks for, `owner`.
   */
  async ofCaller(ctx: OperationContext, owner: string): Promise<EngineVerdict | undefined> {
    if (!isUnderPolicy(ctx.engine)) return undefined
    return this.verdict(ctx, organizationOf(ctx.actor) ?? owner, ctx.engine.version)
  }

  /** Lets a download pass, or throws `denied` with the sentence. */
  async admitCaller(ctx: OperationContext, owner: string): Promise<void> {
    const verdict = await this.ofCaller(ctx, owner)
    if (verdict?.policy === 'refuse') throw this.refused(ctx, owner, verdict)
  }

  /** The same for what is done to a workspace before anything has happened, such as its lock. */
  async admitWorkspace(
    ctx: OperationContext,
    { organizationId, resolvedEngineVersion }: VersionedWorkspace,
  ): Promise<void> {
    const verdict = await this.verdict(ctx, organizationId, resolvedEngineVersion)
    if (verdict?.policy === 'refuse') throw this.refused(ctx, organizationId, verdict)
  }

  /** Whom the policies `warn` and `refuse` are about: of one organization, or of all that follow the site's. */
  async preview(ctx: OperationContext, organization?: string): Promise<EnginePolicyPreview> {
    requirePermission(ctx, 'site-organizations:read')
    return { ...((await this.store.preview(ctx, organization)) ?? nothing), sitePolicy: this.sitePolicy }
  }

  private async verdict(
    ctx: OperationContext,
    organizationId: string,
    version: string,
  ): Promise<EngineVerdict | undefined> {
    const facts = await this.store.facts(ctx, organizationId, version)
    return facts && verdictOf(facts.policy ?? this.sitePolicy, version, facts.known, facts.instead)
  }

  /** The one place where a refusal is recorded. */
  private refused(ctx: OperationContext, owner: string, { sentence, reason }: EngineVerdict): DomainError {
    this.sightings.countRefused(ctx, owner)
    return new DomainError({ kind: 'denied', message: sentence }, { engine: reason })
  }
}
