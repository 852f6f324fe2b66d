import { scopesOf } from '../../kernel/actor.js'
import type { OperationContext } from '../../kernel/context.js'
import { denied } from '../../kernel/permissions.js'
import type { TokenParts } from './token-parts.js'
import type { RevocationsService } from './revocations.service.js'

/** The tokens of all teams of an organization at once. */
export class TeamTokensService {
  constructor(
    private readonly parts: TokenParts & {
      readonly revocations: RevocationsService
    },
  ) {}

  /** Ends them all, for owners; a token with scopes ends only what it could have made, and so not all of them. */
  async deleteAll(ctx: OperationContext, organizationName: string): Promise<void> {
    const { organizations, tokens, transactions, revocations } = this.parts
    await transactions.run(ctx, async (tx) => {
      const { organization, administratorOverride } = await organizations.access(
        tx,
        organizationName,
        'team-tokens:write',
      )
      if (scopesOf(tx.actor).length > 0) throw denied(tx, 'team-tokens:write', organization.id)
      const ids = await tokens.idsOfAllTeams(tx, organization.id)
      await revocations.endEach(tx, ids, { organizationId: organization.id, administratorOverride })
    })
  }
}
