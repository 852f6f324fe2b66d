import { Arg, Ctx, Extensions, FieldResolver, Int, Resolver, Root } from 'type-graphql'
import {
  moduleAddressIn,
  mostDays,
  usualDays,
  type UpgradeStatus,
} from '../../domain/module-upgrades/module-upgrade.js'
import { faults, invalid } from '../../kernel/errors.js'
import type { GraphqlContext } from '../context.js'
import { OrganizationType } from '../organizations/organizations.types.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import { mayIn } from '../queries.js'
import { requireDays } from './module-downloads.resolver.js'
import * as types from './module-upgrades.types.js'
import { RegistryModuleType } from './registry-modules.types.js'

const daysOf = `Days of downloads, today among them; ${mostDays} at most.`

@Resolver(() => OrganizationType)
export class ModuleUpgradesResolver {
  @Extensions({ single: true })
  @FieldResolver(() => types.ModuleUpgradeConnection, {
    description:
      'The versions that its tokens and members downloaded and have to leave, the worst first. Once in an operation.',
  })
  async moduleUpgrades(
    @Root() { id }: OrganizationType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('days', () => Int, { defaultValue: usualDays, description: daysOf }) days: number,
    @Arg('status', () => types.upgradeStatusNames, { nullable: true }) status?: UpgradeStatus | null,
    @Arg('module', () => String, { nullable: true, description: '`namespace/name/provider`.' })
    module?: string | null,
    @Arg('search', () => String, { nullable: true, description: 'A part of the address of the module.' })
    search?: string | null,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.ModuleUpgradeType>> {
    requireDays(days, mostDays)
    const address = module ? moduleAddressIn(module) : undefined
    if (module && !address) throw invalid(faults.invalid('module'))
    const filter = { days, status: status ?? undefined, module: address, search: search ?? undefined }
    const list = await services.moduleUpgrades.list(ctx, id, filter, toPage(page))
    return toConnection(list, types.toModuleUpgradeType)
  }
}

@Resolver(() => RegistryModuleType)
export class RegistryModuleConsumersResolver {
  @Extensions({ single: true })
  @FieldResolver(() => types.RegistryModuleConsumerConnection, {
    nullable: true,
    description:
      'Who uses which version, the worst first; null for a caller who does not manage the module. Once in an operation.',
  })
  async consumers(
    @Root() { module }: RegistryModuleType,
    @Ctx() context: GraphqlContext,
    @Arg('days', () => Int, { defaultValue: usualDays, description: daysOf }) days: number,
    @Arg('version', () => String, { nullable: true }) version?: string | null,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.RegistryModuleConsumerType> | null> {
    requireDays(days, mostDays)
    if (!(await mayIn(context, module.organizationId, 'module-consumers:read'))) return null
    const { ctx, services } = context
    const filter = { days, version: version ?? undefined }
    const list = await services.moduleUpgrades.listConsumers(ctx, module, filter, toPage(page))
    return toConnection(list, types.toModuleConsumerType)
  }

  @Extensions({ single: true })
  @FieldResolver(() => types.RegistryModuleVersionUsageType, {
    nullable: true,
    description:
      'How many use a version, by its number; null for a caller who does not manage the module. Once in an operation.',
  })
  async versionUsage(
    @Root() { module }: RegistryModuleType,
    @Ctx() context: GraphqlContext,
    @Arg('version', () => String) version: string,
  ): Promise<types.RegistryModuleVersionUsageType | null> {
    if (!(await mayIn(context, module.organizationId, 'module-consumers:read'))) return null
    return context.services.moduleUpgrades.usageOf(context.ctx, module, version)
  }
}
