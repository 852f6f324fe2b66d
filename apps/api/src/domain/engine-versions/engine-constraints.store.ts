import { versionSortKey, type EngineBound, type EngineConstraint } from '@engine/shared'
import type { Prisma } from '../../generated/prisma/client.js'

const comparisons = { '=': 'equals', '!=': 'not', '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte' } as const

/** What `meetsEngineConstraint` says, for the database. */
export function whereMeets({ bounds, isExact }: EngineConstraint): Prisma.EngineVersionWhereInput {
  const releases = { NOT: { version: { contains: '-' } } }
  return { AND: [...bounds.map(whereHolds), ...(isExact ? [] : [releases])] }
}

const whereHolds = ({ operator, version }: EngineBound): Prisma.EngineVersionWhereInput => ({
  sortKey: { [comparisons[operator]]: versionSortKey(version) },
})
