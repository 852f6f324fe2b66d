import type { DescribeSigningKey, SigningKeyFacts } from '@engine/provider-source/signatures'
import type { OperationContext } from '../../kernel/context.js'
import { lruCache } from '../../kernel/lru-cache.js'
import { longIdOf, type GpgKey } from './gpg-key.js'
import type { GpgKeysStore } from './gpg-keys.store.js'

/** Descriptions of registered keys, and the search for the key that an id names. */
export class SigningKeys {
  /** Descriptions by the id of the key, whose text never changes. */
  private readonly described = lruCache<string, Promise<SigningKeyFacts>>(1000)

  constructor(
    private readonly store: GpgKeysStore,
    private readonly describeKey: DescribeSigningKey,
  ) {}

  async describe({ id, asciiArmor }: Pick<GpgKey, 'id' | 'asciiArmor'>): Promise<SigningKeyFacts> {
    const known = this.described.get(id)
    if (known) return known
    const facts = this.describeKey(asciiArmor)
    this.described.set(id, facts)
    return facts
  }

  /**
   * Finds a key by its long id, its fingerprint, or that of a subkey, each also with `0x` and in any case.
   */
  async find(ctx: OperationContext, organizationId: string, named: string): Promise<GpgKey | undefined> {
    const keyId = longIdOf(named)
    if (keyId === undefined) return undefined
    const key = await this.store.findIn(ctx, organizationId, keyId)
    if (key) return key
    for (const each of await this.store.listIn(ctx, organizationId))
      if ((await this.signerIdsOf(each)).includes(keyId)) return each
    return undefined
  }

  /** Finds the ids of signers, without those of keys that can no longer be read. */
  async signerIdsOf(key: GpgKey): Promise<readonly string[]> {
    return this.describe(key).then(
      ({ signerIds }) => signerIds,
      () => [key.keyId],
    )
  }
}
