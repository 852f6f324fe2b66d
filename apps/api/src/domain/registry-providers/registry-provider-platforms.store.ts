import type { OperationContext } from '../../kernel/context.js'
import { invalid } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import type { StoreDatabase } from '../store.js'
import { platformTaken, type RegistryProviderPlatform } from './registry-provider-platform.js'

export type NewPlatform = Omit<RegistryProviderPlatform, 'id' | 'binaryKey' | 'binarySha256' | 'zipFault'>

export class RegistryProviderPlatformsStore {
  constructor(private readonly database: StoreDatabase) {}

  async create(ctx: OperationContext, facts: NewPlatform): Promise<RegistryProviderPlatform> {
    try {
      const data = { ...facts, id: newId('provpltfrm') }
      return await this.database.of(ctx).registryProviderPlatform.create({ data })
    } catch (error) {
      const constraint = this.database.violatedConstraint(error)
      if (constraint === 'registry_provider_platforms_version_id_os_arch_key') throw invalid(platformTaken)
      throw error
    }
  }

  async setBinary(
    ctx: OperationContext,
    id: string,
    binary: Pick<RegistryProviderPlatform, 'binaryKey' | 'binarySha256' | 'zipFault'> & {
      readonly binarySize: number
    },
  ): Promise<void> {
    await this.database.of(ctx).registryProviderPlatform.update({ where: { id }, data: binary })
  }

  async delete(ctx: OperationContext, id: string): Promise<void> {
    await this.database.of(ctx).registryProviderPlatform.delete({ where: { id } })
  }
}
