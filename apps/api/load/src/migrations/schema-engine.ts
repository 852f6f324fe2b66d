import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import type { SchemaEngine, SchemaFilter } from '@prisma/schema-engine-wasm'
import { Pool, type QueryConfig, type QueryResult } from 'pg'
import type { ConnectionSettings } from '#api/adapters/database/connection.js'

/** Of the WebAssembly that Node brings, the little that is used; its types come with the browser's. */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: object,
  ): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>
}

type EngineModule = typeof import('@prisma/schema-engine-wasm/schema_engine_bg')

/** No table and no type is left out. */
const everything: SchemaFilter = { externalTables: [], externalEnums: [] }

/** Prisma's schema engine, on the database of a pool that holds one connection. */
async function openSchemaEngine(pool: Pool, schema: string): Promise<SchemaEngine> {
  loaded ??= loadEngine()
  const engine = await loaded
  const adapter = bindMigrationAwareSqlAdapterFactory(new EngineAdapter(pool))
  return engine.SchemaEngine.new({ datamodels: [['schema.prisma', schema]] }, () => {}, adapter)
}

/** The SQL that leads from the database to the schema (the text of schema.prisma); undefined when it is there. */
export async function differenceTo(
  schema: string,
  connection: ConnectionSettings,
): Promise<string | undefined> {
  const pool = new Pool({ ...connection, max: 1 })
  const files = [{ path: 'schema.prisma', content: schema }]
  try {
    const engine = await openSchemaEngine(pool, schema)
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: '.' },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: everything,
    })
    return exitCode === 2 ? (stdout ?? '') : undefined
  } finally {
    await pool.end()
  }
}

/** Once in a process: the package's JavaScript belongs to one instance of its WebAssembly. */
let loaded: Promise<EngineModule> | undefined

/** Node cannot import WebAssembly as the package's own entry does, so the parts are put together here. */
async function loadEngine(): Promise<EngineModule> {
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: panic } })
  const engine = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const script = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const bytes = await readFile(script.replace(/\.js$/, '.wasm'))
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': engine })
  engine.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  return engine
}

/** The engine reports its own faults here before it dies of them. */
function panic(message: string): never {
  throw new Error(`Prisma's schema engine broke: ${message}`)
}

/** Prisma's adapter to pg with a fault of it made good. The engine asks one thing after the other. */
class EngineAdapter extends PrismaPg {
  readonly #pool: Pool

  constructor(pool: Pool) {
    super(pool)
    this.#pool = pool
  }

  override async connect() {
    const adapter = await super.connect()
    // It does not know the type of one byte in which PostgreSQL's catalogue answers, and the engine insists on it.
    const chars = passCharsAsText(this.#pool)
    const queryRaw = adapter.queryRaw.bind(adapter)
    adapter.queryRaw = async (query) => {
      chars.clear()
      const result = await queryRaw(query)
      const columnTypes = result.columnTypes.map((type, column) =>
        chars.has(column) ? ColumnTypeEnum.Character : type,
      )
      return { ...result, columnTypes }
    }
    return adapter
  }
}

/** The numbers of PostgreSQL's types "char" and text. */
const CHAR = 18
const TEXT = 25

/** Makes the pool's results call a "char" a text, and answers which columns of the latest result were such. */
function passCharsAsText(pool: Pool): Set<number> {
  const chars = new Set<number>()
  const query = pool.query.bind(pool) as (config: QueryConfig) => Promise<QueryResult>
  const described = async (config: QueryConfig) => {
    const result = await query(config)
    for (const [column, field] of (result.fields ?? []).entries()) {
      if (field.dataTypeID !== CHAR) continue
      field.dataTypeID = TEXT
      chars.add(column)
    }
    return result
  }
  Object.assign(pool, { query: described })
  return chars
}
