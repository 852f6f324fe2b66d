import type { ModuleInterface, PublishedNumber } from '@engine/module-source/verdict'
import { versionSortKey } from '@engine/shared'
import { sql } from 'kysely'
import type { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid } from '../../kernel/errors.js'
import type { Provenance } from '../../kernel/provenance.js'
import { db, rowsOf } from '../sql.js'
import { jsonOf, type StoreDatabase } from '../store.js'
import type { ModuleDocuments } from './module-documents.js'
import type { FolderEngines } from './module-folder.js'
import { deprecationOf, toDeprecationColumns } from '../lifecycle/deprecation.store.js'
import { endOfLifeOf, toEndOfLifeColumns } from '../lifecycle/end-of-life.store.js'
import type { Lifecycle } from '../lifecycle/lifecycle.js'
import type { ModuleArchiveFile, ModuleVersion } from './registry-module-version.js'
import type { Module, ModuleVersionAccess } from './registry-module.js'
import type { StoredInterface } from './version-comparison.js'

export const head = {
  organization: { select: { name: true, moduleInterfacePolicy: true } },
} satisfies Prisma.ModuleInclude
const withModule = { module: { include: head } } satisfies Prisma.ModuleVersionInclude

type Head = Prisma.ModuleGetPayload<{ include: typeof head }>
type Row = Prisma.ModuleVersionGetPayload<object>

/** Facts about a version from reading its archive, in addition to what it declares, and who sent it. */
type PublishedFacts = Pick<ModuleVersion, 'warnings' | 'interface' | 'provenance'>

export type VersionOfModule = Pick<ModuleVersionAccess, 'module' | 'version'>

export class RegistryModuleVersionsStore {
  constructor(private readonly database: StoreDatabase) {}

  async find(ctx: OperationContext, id: string): Promise<VersionOfModule | undefined> {
    return this.findFirst(ctx, { id })
  }

  /** Finds a version by the module's name in any case. */
  async findIn(
    ctx: OperationContext,
    organizationId: string,
    name: string,
    provider: string,
    sortKey: string,
  ): Promise<VersionOfModule | undefined> {
    return this.findFirst(ctx, { sortKey, module: { organizationId, nameKey: name.toLowerCase(), provider } })
  }

  /** Locks the module of this version and its versions until the transaction ends. */
  async lockModule(ctx: OperationContext, id: string): Promise<void> {
    await this.database.of(ctx)
      .$executeRaw`SELECT m.id FROM modules m JOIN module_versions v ON v.module_id = m.id WHERE v.id = ${id} FOR UPDATE OF m`
  }

  /** Throws `invalid` when the number is there already or was published once, even if it was deleted since. */
  async create(
    ctx: OperationContext,
    module: Module,
    id: string,
    { version, ...facts }: Pick<ModuleVersion, 'version' | 'acceptBreaking' | 'commitSha'>,
  ): Promise<ModuleVersion> {
    const database = this.database.of(ctx)
    const number = numberOf(module, version)
    const { sortKey } = number
    const data = { id, moduleId: module.id, version, sortKey, ...facts, createdAt: ctx.clock.now() }
    if (await database.takenModuleVersion.findFirst({ where: number })) throw invalid(faults.taken('version'))
    return this.write(() => database.moduleVersion.create({ data }))
  }

  /** Publishes the version; its number is taken for good from here on. */
  async publish(
    ctx: OperationContext,
    { module, version }: VersionOfModule,
    archive: ModuleArchiveFile,
    documents: ModuleDocuments,
    { warnings, interface: found, provenance }: PublishedFacts,
  ): Promise<ModuleVersion> {
    const database = this.database.of(ctx)
    const publishedAt = ctx.clock.now()
    const taken = { ...numberOf(module, version.version), takenAt: publishedAt }
    const published = { ...archive, status: 'ok', error: null, publishedAt } as const
    const data = {
      ...{ ...published, warnings: [...warnings] },
      ...{ interface: jsonOf(found), provenance: jsonOf(provenance) },
    }
    return this.write(async () => {
      await database.takenModuleVersion.create({ data: taken })
      await database.moduleVersionDocument.createMany({ data: { versionId: version.id, ...documents } })
      return database.moduleVersion.update({ where: { id: version.id }, data })
    })
  }

  /** Reads what versions declare, by their ids. */
  async findDeclared(ctx: OperationContext, ids: readonly string[]): Promise<Map<string, StoredInterface>> {
    const where = { versionId: { in: [...ids] } }
    const select = { versionId: true, parts: true, engineConstraints: true }
    const rows = await this.database.of(ctx).moduleVersionDocument.findMany({ where, select })
    return new Map(rows.map(({ versionId, ...documents }) => [versionId, documents]))
  }

  /** Reads the engine constraints of each folder, by path; undefined if they are not known. */
  async findEngineConstraints(
    ctx: OperationContext,
    versionId: string,
  ): Promise<FolderEngines[] | undefined> {
    const documents = db
      .selectFrom('module_version_documents')
      .select(['engine_constraints as text', enginesByPath.as('engines')])
      .where('version_id', '=', versionId)
    const [row] = await rowsOf(this.database.of(ctx), documents)
    if (!row?.text) return undefined
    const constraints = Object.entries(JSON.parse(row.text) as Record<string, string>)
    return constraints.map(([path, constraint]) => ({
      ...{ path, constraint },
      engines: row.engines?.[path] ?? null,
    }))
  }

  /** Finds the published versions of a module. */
  async findPublished(
    ctx: OperationContext,
    moduleId: string,
  ): Promise<(PublishedNumber & { readonly id: string })[]> {
    const where = { moduleId, status: 'ok' } as const
    const select = { id: true, version: true, deprecation: true }
    const rows = await this.database.of(ctx).moduleVersion.findMany({ where, select })
    return rows.map(({ deprecation, ...number }) => ({ ...number, isRevoked: deprecation === 'revoked' }))
  }

  /** Reads what the first versions declare within a limit in bytes, and in any case the first two. */
  async findDeclaredWithin(
    ctx: OperationContext,
    ids: readonly string[],
    bytes: number,
  ): Promise<Map<string, StoredInterface>> {
    const declared = db
      .selectFrom(sized(ids).as('d'))
      .select(['d.id', 'd.parts', 'd.engineConstraints'])
      .where(sql<boolean>`d.place <= 2 OR d."soFar" <= ${bytes}`)
    const rows = await rowsOf(this.database.of(ctx), declared)
    return new Map(rows.map(({ id, ...documents }) => [id, documents]))
  }

  /** Marks a version as failed; its interface is null if the archive was not read. */
  async markFailed(
    ctx: OperationContext,
    id: string,
    error: string,
    found: ModuleInterface | null,
  ): Promise<ModuleVersion> {
    const data = { status: 'failed', error, putAwayAt: null, interface: jsonOf(found) } as const
    return toVersion(await this.database.of(ctx).moduleVersion.update({ where: { id }, data }))
  }

  async setLifecycle(
    ctx: OperationContext,
    id: string,
    { deprecation, endOfLife }: Lifecycle,
  ): Promise<ModuleVersion> {
    const data = { ...toDeprecationColumns(deprecation), ...toEndOfLifeColumns(endOfLife) }
    return toVersion(await this.database.of(ctx).moduleVersion.update({ where: { id }, data }))
  }

  async delete(ctx: OperationContext, id: string): Promise<void> {
    await this.database.of(ctx).moduleVersion.delete({ where: { id } })
  }

  private async write(statements: () => Promise<Row>): Promise<ModuleVersion> {
    try {
      return toVersion(await statements())
    } catch (error) {
      if (isTaken(this.database.violatedConstraint(error))) throw invalid(faults.taken('version'))
      throw error
    }
  }

  private async findFirst(
    ctx: OperationContext,
    where: Prisma.ModuleVersionWhereInput,
  ): Promise<VersionOfModule | undefined> {
    const row = await this.database.of(ctx).moduleVersion.findFirst({ where, include: withModule })
    return row ? { module: toHead(row.module), version: toVersion(row) } : undefined
  }
}

/** The engines, by their names, that each folder that can be called requires. */
const enginesByPath = sql<Record<string, FolderEngines['engines']> | null>`(
  SELECT json_object_agg(it ->> 'path', it -> 'engine_constraints') FROM (
    SELECT parts::json -> 'root' AS it
    UNION ALL SELECT json_array_elements(parts::json -> 'submodules')
  ) AS folders WHERE it ->> 'path' IS NOT NULL)`

/** The declarations of these versions in the order of the ids, each with the bytes that it and those before have. */
function sized(ids: readonly string[]) {
  const asked = sql<{ id: string; place: bigint }>`unnest(${ids}::text[]) WITH ORDINALITY`
  return db
    .selectFrom(asked.as<'a'>(sql`a (id, place)`))
    .innerJoin('module_version_documents as d', 'd.version_id', 'a.id')
    .select(['a.id', 'a.place', 'd.parts', 'd.engine_constraints as engineConstraints'])
    .select(sql<bigint>`sum(octet_length(d.parts)) OVER (ORDER BY a.place)`.as('soFar'))
}

function isTaken(constraint: string | undefined): boolean {
  return (
    constraint === 'module_versions_module_id_sort_key_key' || constraint === 'taken_module_versions_pkey'
  )
}

/** A number of a module, whether the module is still there or not. */
function numberOf(
  { organizationId, name, provider }: Module,
  version: string,
): { organizationId: string; moduleKey: string; sortKey: string } {
  const moduleKey = `${name.toLowerCase()}/${provider}`
  return { organizationId, moduleKey, sortKey: versionSortKey(version) }
}

export function toHead({ organization, nameKey: _, ...row }: Head): Module {
  return {
    ...row,
    namespace: organization.name,
    effectiveModuleInterfacePolicy: row.moduleInterfacePolicy ?? organization.moduleInterfacePolicy,
  }
}

export function toVersion(row: Row): ModuleVersion {
  const { id, version, status, error, storageKey, sha256, size, warnings, createdAt, publishedAt } = row
  const { acceptBreaking, commitSha, putAwayAt } = row
  const provenance = row.provenance as Provenance | null
  const hasArchive = storageKey !== null && sha256 !== null && size !== null
  const archive = hasArchive ? { storageKey, sha256, size: Number(size) } : null
  const lifecycle = { deprecation: deprecationOf(row), endOfLife: endOfLifeOf(row) }
  // Results that were stored before the number was have none.
  const stored = row.interface as (ModuleInterface | Omit<ModuleInterface, 'wantedVersion'>) | null
  const found = stored && { wantedVersion: null, ...stored }
  return {
    ...{
      id,
      version,
      status,
      error,
      putAwayAt,
      archive,
      warnings,
      interface: found,
      acceptBreaking,
      commitSha,
    },
    ...{ provenance, ...lifecycle, createdAt, publishedAt },
  }
}
