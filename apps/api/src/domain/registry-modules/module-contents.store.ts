import type { ModuleContents, ModulePartDocument } from '@engine/module-source/documents'
import { sql } from 'kysely'
import { setImmediate } from 'node:timers/promises'
import type { OperationContext } from '../../kernel/context.js'
import { any, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'

/** The entries of a list that come as one text, and the characters that are parsed at a stretch. */
const atOnce = { entries: 250, characters: 250_000 }

/** A part of a folder: some of the entries of one of its lists, or another member, as JSON text of a list. */
interface Piece {
  readonly versionId: string
  readonly kind: 'root' | 'submodules' | 'examples'
  readonly folder: number
  readonly name: string
  readonly isList: boolean
  readonly text: string
}

/** All that versions declare. Documents may be of many megabytes: they come in pieces, so that none is parsed at a stretch. */
export class ModuleContentsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Finds contents by the ids of the versions. */
  async find(
    ctx: OperationContext,
    versionIds: readonly string[],
  ): Promise<ReadonlyMap<string, ModuleContents>> {
    const contents = new Map<string, Partial<Record<Piece['kind'], Partial<ModulePartDocument>[]>>>()
    let parsed = 0
    for (const { versionId, kind, folder, name, isList, text } of await this.pieces(ctx, versionIds)) {
      const found = contents.get(versionId) ?? {}
      contents.set(versionId, found)
      const folders = (found[kind] ??= []) as Record<string, unknown>[]
      const part = (folders[folder] ??= {})
      const entries = JSON.parse(text) as unknown[]
      part[name] = isList ? [...((part[name] as unknown[] | undefined) ?? []), ...entries] : entries[0]
      parsed += text.length
      if (parsed < atOnce.characters) continue
      parsed = 0
      await setImmediate()
    }
    return new Map(
      [...contents].map(([id, { root: [root = null] = [], submodules = [], examples = [] }]) => [
        id,
        { root, submodules, examples } as ModuleContents,
      ]),
    )
  }

  private pieces(ctx: OperationContext, versionIds: readonly string[]): Promise<Piece[]> {
    const pieces = sql<Piece>`(
      SELECT d.version_id AS "versionId", f.kind, f.at AS folder, m.key AS name, m.is_list AS "isList", e.slice,
        '[' || coalesce(string_agg(e.entry::text, ',' ORDER BY e.at), '') || ']' AS text
      FROM module_version_documents d
      CROSS JOIN LATERAL (
        SELECT 'root' AS kind, 0 AS at, d.parts::json -> 'root' AS it
        UNION ALL
        SELECT kinds.kind, (folders.at - 1)::int, folders.it FROM unnest(ARRAY['submodules', 'examples']) AS kinds (kind),
          json_array_elements(d.parts::json -> kinds.kind) WITH ORDINALITY AS folders (it, at)
      ) AS f
      CROSS JOIN LATERAL (
        SELECT key, value, json_typeof(value) = 'array' AS is_list FROM json_each(f.it)
      ) AS m
      LEFT JOIN LATERAL (
        SELECT entry, at, (at - 1) / ${atOnce.entries}::int AS slice FROM json_array_elements(
          CASE WHEN m.is_list THEN m.value ELSE json_build_array(m.value) END) WITH ORDINALITY AS entries (entry, at)
      ) AS e ON TRUE
      WHERE d.version_id = ${any(versionIds)} AND json_typeof(f.it) = 'object'
      GROUP BY 1, 2, 3, 4, 5, 6)`
    const inOrder = db
      .selectFrom(pieces.as<'p'>(sql`p`))
      .select(['p.versionId', 'p.kind', 'p.folder', 'p.name', 'p.isList', 'p.text'])
      .orderBy('p.folder')
      .orderBy(sql`p.slice`)
    return rowsOf(this.database.of(ctx), inOrder)
  }
}
