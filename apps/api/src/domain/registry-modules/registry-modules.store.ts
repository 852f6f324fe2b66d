import type { Prisma } from '../../generated/prisma/client.js'
import { changeTime } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid } from '../../kernel/errors.js'
import { literally } from '../../kernel/search.js'
import { paged, pagedByParent, rangeOf, type Page, type Paged } from '../../kernel/page.js'
import type { KeptValues } from '../kept-settings.js'
import type { StoreDatabase } from '../store.js'
import { head, toHead } from './registry-module-versions.store.js'
import type { ModuleKey } from './module-requirements.js'
import type { Module, RegistryModuleFilter } from './registry-module.js'

const byName: Prisma.ModuleOrderByWithRelationInput[] = [{ name: 'asc' }, { provider: 'asc' }]

type ChangedFact = 'sourceUrl' | 'description' | 'moduleInterfacePolicy' | 'verified'

type Kept = { readonly kept: KeptValues }

type Computed =
  | 'namespace'
  | 'verified'
  | 'kept'
  | 'effectiveModuleInterfacePolicy'
  | 'createdAt'
  | 'updatedAt'

export type NewModule = Omit<Module, Computed> & Kept

export class RegistryModulesStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Lists modules by name, then by provider. */
  async listOfOrganization(
    ctx: OperationContext,
    organizationId: string,
    { search = '', provider }: Pick<RegistryModuleFilter, 'search' | 'provider'>,
    page: Page,
  ): Promise<Paged<Module>> {
    const { module } = this.database.of(ctx)
    const part = { contains: literally(search.toLowerCase()) }
    const where = {
      organizationId,
      ...(provider !== undefined && { provider }),
      ...(search !== '' && { OR: [{ nameKey: part }, { provider: part }] }),
    }
    const orderBy = byName
    return paged(
      page,
      () => module.count({ where }),
      async (range) => (await module.findMany({ where, orderBy, include: head, ...range })).map(toHead),
    )
  }

  /** The same page of the list of each of these organizations. */
  async listOfOrganizations(
    ctx: OperationContext,
    organizationIds: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<Module>>> {
    const rows = await this.database.of(ctx).organization.findMany({
      where: { id: { in: [...organizationIds] } },
      select: {
        id: true,
        modules: { orderBy: byName, include: head, ...rangeOf(page) },
        _count: { select: { modules: true } },
      },
    })
    return pagedByParent(page, rows, ({ modules, _count }) => [modules.map(toHead), _count.modules])
  }

  /** Finds a module by its name in any case. */
  async findIn(
    ctx: OperationContext,
    organizationId: string,
    name: string,
    provider: string,
  ): Promise<Module | undefined> {
    const where = {
      organizationId_nameKey_provider: { organizationId, nameKey: name.toLowerCase(), provider },
    }
    const row = await this.database.of(ctx).module.findUnique({ where, include: head })
    return row ? toHead(row) : undefined
  }

  /** Finds the modules of this name, in any case, for all providers. */
  async findNamed(ctx: OperationContext, organizationId: string, name: string): Promise<Module[]> {
    const where = { organizationId, nameKey: name.toLowerCase() }
    const orderBy = { provider: 'asc' } as const
    return (await this.database.of(ctx).module.findMany({ where, orderBy, include: head })).map(toHead)
  }

  /** Finds the modules with one of these names, by name and provider. */
  async findMany(
    ctx: OperationContext,
    organizationId: string,
    keys: readonly ModuleKey[],
  ): Promise<Module[]> {
    const where = { organizationId, OR: keys.map(({ nameKey, provider }) => ({ nameKey, provider })) }
    const rows = await this.database.of(ctx).module.findMany({ where, orderBy: byName, include: head })
    return rows.map(toHead)
  }

  async find(ctx: OperationContext, id: string): Promise<Module | undefined> {
    const row = await this.database.of(ctx).module.findUnique({ where: { id }, include: head })
    return row ? toHead(row) : undefined
  }

  /** Finds modules by their ids, in no order. */
  async findByIds(ctx: OperationContext, ids: readonly string[]): Promise<Module[]> {
    const where = { id: { in: [...ids] } }
    return (await this.database.of(ctx).module.findMany({ where, include: head })).map(toHead)
  }

  /** Locks the module and its versions until the transaction ends. */
  async lock(ctx: OperationContext, id: string): Promise<void> {
    await this.database.of(ctx).$executeRaw`SELECT id FROM modules WHERE id = ${id} FOR UPDATE`
  }

  async create(ctx: OperationContext, module: NewModule): Promise<Module> {
    const now = ctx.clock.now()
    const data = { ...module, nameKey: module.name.toLowerCase(), createdAt: now, updatedAt: now }
    try {
      return toHead(await this.database.of(ctx).module.create({ data, include: head }))
    } catch (error) {
      if (this.database.violatedConstraint(error) === 'modules_organization_id_name_key_provider_key')
        throw invalid(faults.taken('name'))
      throw error
    }
  }

  /** Updates a module; without facts it only records that something about its versions changed. */
  async update(
    ctx: OperationContext,
    before: Module,
    facts: Partial<Pick<Module, ChangedFact> & Kept> = {},
  ): Promise<Module> {
    const data = { ...facts, updatedAt: changeTime(ctx.clock, before.updatedAt) }
    const where = { id: before.id }
    return toHead(await this.database.of(ctx).module.update({ where, data, include: head }))
  }

  /** Records that something about its versions changed. */
  async touch(ctx: OperationContext, { id, updatedAt }: Module): Promise<void> {
    const data = { updatedAt: changeTime(ctx.clock, updatedAt) }
    await this.database.of(ctx).module.update({ where: { id }, data, select: { id: true } })
  }

  /** Deletes a module with all its versions. */
  async delete(ctx: OperationContext, id: string): Promise<void> {
    await this.database.of(ctx).module.delete({ where: { id } })
  }
}
