import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type AliasedRawBuilder,
  type Compilable,
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
} from 'kysely'
import type { Prisma } from '../generated/prisma/client.js'
import { paged, type Direction, type Page, type Paged } from '../kernel/page.js'

/** `organizationId` as `organization_id`: the Prisma schema maps all names so, except a few that were renamed. */
type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ''

/** Converts a name to snake case at run time. */
const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The type `is_disabled as isDisabled` for each name. */
type Column<Table extends string, Name> = Name extends string
  ? `${Table}.${SnakeCase<Name>} as ${Name}`
  : never

/** Selects the columns of a declared shape from the table of this name. */
export const columnsOf = <Shape extends object, Table extends string>(
  { shape }: { readonly shape: Shape },
  table: Table,
): Column<Table, keyof Shape>[] =>
  Object.keys(shape).map((name) => `${table}.${snakeCase(name)} as ${name}` as Column<Table, keyof Shape>)

type Model = Prisma.ModelName

/** `delivery` as `deliveries`, `key` as `keys`. */
type Plural<Name extends string> = Name extends `${infer Stem}${'r' | 't'}y`
  ? Name extends `${Stem}${infer Last}y`
    ? `${Stem}${Last}ies`
    : never
  : `${Name}s`

type Fields<M extends Model> = Prisma.TypeMap['model'][M]['payload']['scalars']

/** `TeamMember` as `team_members`, with the columns and types that the Prisma schema gives it; so with every model. */
type Tables = {
  [M in Model as Plural<SnakeCase<Uncapitalize<M>>>]: {
    [Field in keyof Fields<M> & string as SnakeCase<Field>]: Fields<M>[Field]
  }
}

/** Builds SQL whose rows have types; `rowsOf` sends it. */
export const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (builder) => new PostgresIntrospector(builder),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** The client of a transaction, or the plain one. */
export type SqlClient = Pick<Prisma.TransactionClient, '$queryRawUnsafe'>

/** Sends the statement on the client's connection: in its transaction, prepared and measured like all others. */
export async function rowsOf<Row>(client: SqlClient, query: Compilable<Row>): Promise<Row[]> {
  const { sql: text, parameters } = query.compile()
  return client.$queryRawUnsafe<Row[]>(text, ...parameters)
}

/** One of these texts, for `=`: one statement however many they are. */
export const any = (texts: readonly string[]): RawBuilder<string> => sql`any(${texts}::text[])`

/** A table of these ids to select from. */
export const idsAs = <Alias extends string>(
  ids: readonly string[],
  alias: Alias,
): AliasedRawBuilder<{ id: string }, Alias> =>
  sql<{ id: string }>`unnest(${ids}::text[])`.as<Alias>(sql`${sql.ref(alias)} (id)`)

export const count: RawBuilder<number> = sql`count(*)::int`

/** Counts the rows of a query, for any selection. */
export async function countOf(client: SqlClient, query: Expression<unknown>): Promise<number> {
  const counting = db.selectFrom(sql`${query}`.as('counted')).select(count.as('total'))
  return (await rowsOf(client, counting))[0]?.total ?? 0
}

/** The page of a list; `counted` is what to count where that takes fewer tables. */
export function pagedRows<DB, Table extends keyof DB, Row>(
  client: SqlClient,
  page: Page,
  rows: SelectQueryBuilder<DB, Table, Row>,
  counted: Expression<unknown> = rows.clearOrderBy(),
): Promise<Paged<Row>> {
  return paged(
    page,
    () => countOf(client, counted),
    ({ skip, take }) => rowsOf(client, rows.limit(take).offset(skip)),
  )
}

/** Makes the text after `ORDER BY` that sorts by these, all in the same direction. */
export function inOrder(along: Direction, ...by: readonly Expression<unknown>[]): RawBuilder<unknown> {
  return sql.join(by.map((column) => sql`${column} ${sql.raw(along)}`))
}

/** The condition that all of these hold. */
export const allOf = (conditions: readonly Expression<boolean>[]): RawBuilder<boolean> =>
  sql`${sql.join([...conditions], sql` and `)}`

/** The condition that at least one of these holds. */
export const anyOf = (conditions: readonly Expression<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql`FALSE` : sql`(${sql.join([...conditions], sql` OR `)})`
