import type { EngineCondition, EngineConstraint } from '@engine/shared'
import type { Prisma } from '../../generated/prisma/client.js'

/** What `meetsEngineConstraint` says, for the database. */
export function whereMeets({ conditions, isExact }: EngineConstraint): Prisma.EngineVersionWhereInput {
  const releases = { NOT: { version: { contains: '-' } } }
  return { AND: [...conditions.map(whereHolds), ...(isExact ? [] : [releases])] }
}

function whereHolds(condition: EngineCondition): Prisma.EngineVersionWhereInput {
  const { operator, key } = condition
  switch (operator) {
    case '=':
      return { sortKey: key }
    case '!=':
      return { sortKey: { not: key } }
    case '>':
      return { sortKey: { gt: key } }
    case '>=':
      return { sortKey: { gte: key } }
    case '<':
      return { sortKey: { lt: key } }
    case '<=':
      return { sortKey: { lte: key } }
    case '~>':
      if (condition.isImpossible) return { sortKey: { in: [] } }
      return { sortKey: { gte: key, ...(condition.below === undefined ? {} : { lt: condition.below }) } }
  }
}
