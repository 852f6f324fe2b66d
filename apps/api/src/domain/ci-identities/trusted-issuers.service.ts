import type { OperationContext } from '../../kernel/context.js'
import { found, invalid, requireUnchanged, type Fault } from '../../kernel/errors.js'
import { requireFreshSignIn } from '../../kernel/fresh-sign-in.js'
import { isId, newId } from '../../kernel/ids.js'
import { merged, parseChange, parseCreation, type Raw } from '../../kernel/input.js'
import type { Page, Paged } from '../../kernel/page.js'
import { requirePermission, type Permission } from '../../kernel/permissions.js'
import type { SharedParts } from '../shared-parts.js'
import type { RevocationsService } from '../tokens/revocations.service.js'
import type { CiIdentitiesStore } from './ci-identities.store.js'
import * as rules from './trusted-issuer.js'
import type { KnownIssuer, TrustedIssuer } from './trusted-issuer.js'
import type { TrustedIssuersStore } from './trusted-issuers.store.js'

export interface CiParts extends SharedParts {
  readonly issuers: TrustedIssuersStore
  readonly identities: CiIdentitiesStore
  readonly revocations: RevocationsService
  /** True for hosts that the configuration allows, so that they may be asked over plain http. */
  readonly isAllowedHost: (url: URL) => boolean
  /** Audiences of tokens whose issuer sets none. */
  readonly audiences: readonly string[]
}

/** The issuers of OpenID tokens whose CI the site trusts; site administrators decide (contract §15). */
export class TrustedIssuersService {
  constructor(private readonly parts: CiParts) {}

  /** Lists all, by name. */
  async list(ctx: OperationContext, page: Page): Promise<Paged<TrustedIssuer>> {
    requirePermission(ctx, 'trusted-issuers:read')
    const found = await this.parts.issuers.list(ctx, page)
    return { ...found, items: found.items.map((issuer) => this.shown(issuer)) }
  }

  /** Lists those that the CI identities of an organization may name, by name; for its owners. */
  async listFor(ctx: OperationContext, organization: string, page: Page): Promise<Paged<KnownIssuer>> {
    const { id } = (await this.parts.organizations.access(ctx, organization, 'ci-identities:read'))
      .organization
    return this.parts.issuers.listFor(ctx, id, page)
  }

  async find(
    ctx: OperationContext,
    id: string,
    permission: Permission = 'trusted-issuers:read',
  ): Promise<TrustedIssuer> {
    return this.shown(await this.look(ctx, id, permission))
  }

  /** The issuer is not asked for anything. */
  async create(ctx: OperationContext, raw: Raw<typeof rules.trustedIssuerCreation>): Promise<TrustedIssuer> {
    return this.parts.transactions.run(ctx, async (tx) => {
      requirePermission(tx, 'trusted-issuers:write')
      const input = parseCreation(rules.trustedIssuerCreation, raw, (right) =>
        rules.faultsOfAddresses(right, this.parts.isAllowedHost),
      )
      requireFreshSignIn(tx)
      const organizations = await this.organizationIds(tx, input.organizations ?? null)
      const facts = rules.newTrustedIssuer(input)
      const after = this.shown(await this.parts.issuers.create(tx, newId('issuer'), facts, organizations))
      await this.record(tx, 'trusted-issuer.create', after, { after })
      return after
    })
  }

  /** Changes an issuer; absent attributes stay. Tokens that it no longer covers end. `expectedUpdatedAt` prevents lost updates. */
  async update(
    ctx: OperationContext,
    id: string,
    raw: Raw<typeof rules.trustedIssuerChange>,
    expectedUpdatedAt?: Date,
  ): Promise<TrustedIssuer> {
    const { issuers, identities, revocations } = this.parts
    return this.parts.transactions.run(ctx, async (tx) => {
      const before = await this.lock(tx, id, expectedUpdatedAt)
      const { audiences, organizations, ...change } = parseChange(rules.trustedIssuerChange, raw, (right) =>
        rules.faultsOfAddresses(right, this.parts.isAllowedHost),
      )
      requireFreshSignIn(tx)
      const facts = {
        ...merged(rules.decided, before, change),
        audiences: audiences === undefined ? before.audiences : (audiences ?? []),
      }
      const ids = await this.organizationIds(
        tx,
        organizations === undefined ? before.organizations : organizations,
      )
      const after = await issuers.update(tx, before, facts, ids)
      const ended = rules.isOther(before, after) ? { issuerId: id } : { issuerId: id, but: ids }
      if (ids !== null || rules.isOther(before, after))
        await revocations.endEach(tx, await identities.tokenIdsOf(tx, ended), {})
      const [was, is] = [this.shown(before), this.shown(after)]
      await this.record(tx, 'trusted-issuer.update', is, { before: was, after: is })
      return is
    })
  }

  /** Deletes an issuer with the CI identities of all organizations that name it, and their tokens. */
  async delete(ctx: OperationContext, id: string, expectedUpdatedAt?: Date): Promise<void> {
    const { issuers, identities, revocations } = this.parts
    await this.parts.transactions.run(ctx, async (tx) => {
      const before = await this.lock(tx, id, expectedUpdatedAt)
      requireFreshSignIn(tx)
      await revocations.endEach(tx, await identities.tokenIdsOf(tx, { issuerId: id }), {})
      await issuers.delete(tx, id)
      await this.record(tx, 'trusted-issuer.delete', before, { before: this.shown(before) })
    })
  }

  private async lock(tx: OperationContext, id: string, expectedUpdatedAt?: Date): Promise<TrustedIssuer> {
    if (isId('issuer', id)) await this.parts.issuers.lock(tx, id)
    const issuer = await this.look(tx, id, 'trusted-issuers:write')
    requireUnchanged(issuer, expectedUpdatedAt)
    return issuer
  }

  private async look(ctx: OperationContext, id: string, permission: Permission): Promise<TrustedIssuer> {
    requirePermission(ctx, permission)
    return found(isId('issuer', id) ? await this.parts.issuers.find(ctx, id) : undefined)
  }

  private shown(issuer: TrustedIssuer): TrustedIssuer {
    return issuer.audiences.length > 0 ? issuer : { ...issuer, audiences: [...this.parts.audiences] }
  }

  /** Finds organizations by their names; one that there is not is a fault at its place. */
  private async organizationIds(
    tx: OperationContext,
    names: readonly string[] | null,
  ): Promise<readonly string[] | null> {
    if (names === null) return null
    const ids = await this.parts.issuers.organizationIds(tx, names)
    const wrong = names.flatMap((name, index) => (ids.has(name.toLowerCase()) ? [] : [unknown(name, index)]))
    if (wrong.length > 0) throw invalid(...wrong)
    return [...new Set(ids.values())]
  }

  private async record(
    tx: OperationContext,
    action: 'trusted-issuer.create' | 'trusted-issuer.update' | 'trusted-issuer.delete',
    issuer: TrustedIssuer,
    change: { readonly before?: object; readonly after?: object },
  ): Promise<void> {
    await this.parts.audit.record(tx, { action, subject: rules.trustedIssuerSubject(issuer), ...change })
  }
}

const unknown = (name: string, index: number): Fault => ({
  ...{ path: ['organizations', index], code: 'INVALID' },
  message: `Organization ${name} not found`,
})
