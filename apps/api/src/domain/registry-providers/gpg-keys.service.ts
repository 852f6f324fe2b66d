import type { SigningKeyFacts, UnusableKey } from '@engine/provider-source/signatures'
import type { OperationContext } from '../../kernel/context.js'
import {
  DomainError,
  faults,
  found,
  invalid,
  notFound,
  orElse,
  requireUnchanged,
  type Fault,
} from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import { parseChange, parseCreation, type Raw } from '../../kernel/input.js'
import type { Page, Paged } from '../../kernel/page.js'
import { hasScope, type Permission } from '../../kernel/permissions.js'
import type { AuditEntry } from '../audit/audit.js'
import { requireFreshSignIn } from '../../kernel/fresh-sign-in.js'
import { gpgKeyChange, gpgKeyCreation, type GpgKey, type GpgKeyAccess } from './gpg-key.js'
import type { ProviderParts } from './provider-parts.js'
import type { ProviderPublicationService } from './provider-publication.service.js'
import { publishesProvidersIn } from './registry-provider.js'

/**
 * The keys that providers are signed with (contract §6): what they signed is published only as long as they are there.
 * Owners alone change them (contract §10), so that who may publish a provider cannot vouch for it too.
 */
export class GpgKeysService {
  constructor(private readonly parts: ProviderParts & { readonly publication: ProviderPublicationService }) {}

  /**
   * Lists keys by namespace and key id. Namespaces that the caller may not see have none, like those that do
   * not exist. A token that only publishes a provider sees those that its releases may be signed with.
   */
  async list(ctx: OperationContext, namespaces: readonly string[], page: Page): Promise<Paged<GpgKey>> {
    const isReader = hasScope(ctx.actor, 'providers:read')
    const names = isReader ? namespaces : namespaces.filter((each) => publishesProvidersIn(ctx.actor, each))
    const permission = isReader ? 'providers:read' : 'providers:publish'
    const seen = await this.parts.organizations.accessManyNamed(ctx, names, permission)
    return this.parts.gpgKeys.listOfOrganizations(ctx, [...seen.keys()], page)
  }

  /**
   * Lists the keys of many organizations at once, by their ids; those that the caller may not see are left
   * out.
   */
  async listOfMany(
    ctx: OperationContext,
    organizationIds: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<GpgKey>>> {
    const seen = await this.parts.organizations.accessMany(ctx, organizationIds, 'providers:read')
    return this.parts.gpgKeys.listOfMany(ctx, [...seen.keys()], page)
  }

  /** Looks up and authorises in one step. */
  async access(
    ctx: OperationContext,
    namespace: string,
    keyId: string,
    permission: Permission,
  ): Promise<GpgKeyAccess> {
    const access = await this.parts.organizations.access(ctx, namespace, permission)
    const key = await this.parts.signingKeys.find(ctx, access.organization.id, keyId)
    return { ...access, key: found(key) }
  }

  /** Describes a key that the caller has looked up. */
  async describe(key: Pick<GpgKey, 'id' | 'asciiArmor'>): Promise<SigningKeyFacts> {
    return this.parts.signingKeys.describe(key)
  }

  /** Throws `not-found` for a namespace that is not the caller's to write to. */
  async create(ctx: OperationContext, raw: Raw<typeof gpgKeyCreation>): Promise<GpgKey> {
    if (typeof raw.namespace === 'string' && raw.namespace !== '')
      await this.parts.organizations.access(ctx, raw.namespace, 'signing-keys:write')
    const { namespace, asciiArmor } = parseCreation(gpgKeyCreation, raw)
    const read = await this.parts.readSigningKey(asciiArmor)
    if ('unusable' in read) throw invalid(unusable(read))
    const { keyId } = read
    const key = await this.parts.transactions.run(ctx, async (tx) => {
      const access = await this.parts.organizations.access(tx, namespace, 'signing-keys:write')
      requireFreshSignIn(tx)
      await this.parts.gpgKeys.lockOrganization(tx, access.organization.id)
      const created = await this.parts.gpgKeys.create(tx, {
        organizationId: access.organization.id,
        keyId,
        asciiArmor,
      })
      await this.markUnjudged(tx, created)
      await this.parts.audit.record(tx, { ...entry('gpg-key.create', created, access), after: created })
      return created
    })
    await this.parts.publication.settleWaitingFor(ctx, key)
    return key
  }

  /** Moves the key to another namespace, where the caller has to have the same right. */
  async update(
    ctx: OperationContext,
    locked: Pick<GpgKey, 'id'>,
    raw: Raw<typeof gpgKeyChange>,
    expectedUpdatedAt?: Date,
  ): Promise<GpgKey> {
    const key = await this.parts.transactions.run(ctx, async (tx) => {
      const { key: before, ...access } = await this.lock(tx, locked, expectedUpdatedAt)
      const { namespace } = parseChange(gpgKeyChange, raw)
      if (namespace === undefined || namespace === before.namespace) return before
      const target = await orElse(
        () => this.parts.organizations.access(tx, namespace, 'signing-keys:write'),
        () => undefined,
      )
      if (!target) throw new DomainError({ kind: 'denied', message: 'namespace not authorized' })
      requireFreshSignIn(tx)
      await this.parts.gpgKeys.lockOrganization(tx, target.organization.id)
      await this.parts.versions.withdrawSignedBy(tx, before.id, noLongerRegistered(before))
      const after = await this.parts.gpgKeys.move(tx, before, target.organization.id)
      await this.markUnjudged(tx, after)
      await this.parts.audit.record(tx, { ...entry('gpg-key.update', after, access), before, after })
      return after
    })
    await this.parts.publication.settleWaitingFor(ctx, key)
    return key
  }

  async delete(ctx: OperationContext, locked: Pick<GpgKey, 'id'>, expectedUpdatedAt?: Date): Promise<void> {
    await this.parts.transactions.run(ctx, async (tx) => {
      const { key: before, ...access } = await this.lock(tx, locked, expectedUpdatedAt)
      requireFreshSignIn(tx)
      await this.parts.versions.withdrawSignedBy(tx, before.id, noLongerRegistered(before))
      await this.parts.gpgKeys.delete(tx, before.id)
      await this.parts.audit.record(tx, { ...entry('gpg-key.delete', before, access), before })
    })
  }

  private async markUnjudged(tx: OperationContext, key: GpgKey): Promise<void> {
    await this.parts.versions.markUnjudged(tx, key, await this.parts.signingKeys.signerIdsOf(key))
  }

  private async lock(
    tx: OperationContext,
    { id }: Pick<GpgKey, 'id'>,
    expectedUpdatedAt?: Date,
  ): Promise<GpgKeyAccess> {
    if (!isId('gpg', id)) throw notFound()
    await this.parts.gpgKeys.lock(tx, id)
    const key = found(await this.parts.gpgKeys.find(tx, id))
    const access = await this.parts.organizations.accessById(tx, key.organizationId, 'signing-keys:write')
    requireUnchanged(key, expectedUpdatedAt)
    return { ...access, key }
  }
}

function unusable({ why }: UnusableKey): Fault {
  const fault = faults.invalid('asciiArmor')
  return why === undefined ? fault : { ...fault, message: `Ascii armor ${why}` }
}

const noLongerRegistered = ({ keyId }: GpgKey): string =>
  `The signing key ${keyId} is no longer registered in this namespace`

function entry(
  action: AuditEntry['action'],
  key: GpgKey,
  { administratorOverride }: Pick<GpgKeyAccess, 'administratorOverride'>,
): AuditEntry {
  const subject = { type: 'gpg-key', id: key.id, name: `${key.namespace}/${key.keyId}` } as const
  return { action, subject, organizationId: key.organizationId, administratorOverride }
}
