import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import type { SchemaFilter } from '@prisma/schema-engine-wasm'
import { Pool, type QueryConfig, type QueryResult } from 'pg'
import type { ConnectionSettings } from '#api/adapters/database/connection.js'

/** The small part of Node's WebAssembly that is used here; its types come only with the browser's. */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: object,
  ): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>
}

type EngineModule = typeof import('@prisma/schema-engine-wasm/schema_engine_bg')

/** No table and no type is left out. */
const everything: SchemaFilter = { externalTables: [], externalEnums: [] }

/** The SQL that leads from the database to the schema (the text of schema.prisma); undefined when it is there. */
export async function differenceTo(
  schema: string,
  connection: ConnectionSettings,
): Promise<string | undefined> {
  const pool = new Pool({ ...connection, max: 1 })
  const files = [{ path: 'schema.prisma', content: schema }]
  try {
    const { SchemaEngine } = await (loaded ??= loadEngine())
    const adapter = bindMigrationAwareSqlAdapterFactory(adapterTo(pool))
    const engine = await SchemaEngine.new({ datamodels: [['schema.prisma', schema]] }, () => {}, adapter)
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

/** The package, loaded once a process: its JavaScript belongs to one instance of its WebAssembly. */
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

/** The numbers of PostgreSQL's types "char" and text. */
const CHAR = 18
const TEXT = 25

/**
 * Prisma's adapter to pg with a fault of it made good: it does not know the type of one byte in which PostgreSQL's
 * catalogue answers, and the engine insists on it. The engine asks one thing after the other.
 */
function adapterTo(pool: Pool): PrismaPg {
  const factory = new PrismaPg(pool)
  const connect = factory.connect.bind(factory)
  const query = pool.query.bind(pool) as (config: QueryConfig) => Promise<QueryResult>
  /** Flags of the latest result's columns, true for those of this type. */
  let chars: boolean[] = []
  const asText = async (config: QueryConfig) => {
    const result = await query(config)
    const fields = result.fields ?? []
    chars = fields.map(({ dataTypeID }) => dataTypeID === CHAR)
    for (const field of fields) if (field.dataTypeID === CHAR) field.dataTypeID = TEXT
    return result
  }
  Object.assign(pool, { query: asText })
  factory.connect = async () => {
    const adapter = await connect()
    const queryRaw = adapter.queryRaw.bind(adapter)
    adapter.queryRaw = async (asked) => {
      const result = await queryRaw(asked)
      const columnTypes = result.columnTypes.map((type, at) => (chars[at] ? ColumnTypeEnum.Character : type))
      return { ...result, columnTypes }
    }
    return adapter
  }
  return factory
}
