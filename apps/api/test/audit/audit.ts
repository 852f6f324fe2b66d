import { createPrismaOf } from '../../src/adapters/database/transactions.js'
import type { TestApp } from '../app.js'
import { systemContext } from '../maintenance/maintenance.js'

/** Actor, action and target of a refusal, without its time and count. */
export interface AuditedRefusal {
  readonly action: string
  readonly actorName: string
  readonly subjectType: string
  readonly subjectName: string
  readonly credentialId: string | null
  readonly organizationId: string | null
  readonly face: string
  readonly address: string | null
  readonly requestId: string
  readonly reason: string | null
  readonly after: unknown
  readonly at: Date
}

/** Returns the refusals since the last call, once they are written. */
export function refusalsOf(app: TestApp): () => Promise<readonly AuditedRefusal[]> {
  let last = 0n
  return async () => {
    await app.services.refusals.write(systemContext(app).ctx)
    const rows = await app.prisma.auditEvent.findMany({
      where: { id: { gt: last }, action: { in: refusedActions } },
      orderBy: { id: 'asc' },
    })
    last = rows.at(-1)?.id ?? last
    return rows
  }
}

const refusedActions = [
  'access.deny',
  'password.refuse',
  'session.refuse',
  'set-up.fail',
  'sign-in.fail',
  'token.refuse',
]

/** Arguments of stores, inside of transactions and outside. */
export const databaseOf = ({ prisma }: TestApp) => ({
  of: createPrismaOf(prisma),
  violatedConstraint: () => undefined,
})
