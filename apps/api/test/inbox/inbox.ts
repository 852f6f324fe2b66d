import type { OperationContext } from '../../src/kernel/context.js'
import type { TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { dataOf } from '../rest.js'
import { silentLog } from '../silent-log.js'

export const system = ({ clock }: Pick<TestApp, 'clock'>): OperationContext => ({
  actor: { type: 'system', name: 'the inboxes' },
  face: 'system',
  requestId: 'test',
  clock,
  log: silentLog,
})

/** Runs the job. */
export const notify = (app: TestApp): Promise<void> => app.services.inboxDispatcher.dispatch(system(app))

/** Runs the maintenance. */
export const maintain = (app: TestApp): Promise<void> =>
  app.services.inboxDispatcher.run(system(app), async () => true)

const fields = `nodes { id kind readAt version organization producer token reason module { namespace name provider } }
  totalCount`

export interface Entry {
  readonly id: string
  readonly kind: string
  readonly readAt: string | null
  readonly module: object | null
  readonly [field: string]: unknown
}

/** Entries after a run of the job, the newest first. */
export async function inboxOf(app: TestApp, by: Person, args = ''): Promise<readonly Entry[]> {
  await notify(app)
  const data = await dataOf(app, by, `{ viewer { inbox${args} { ${fields} } } }`)
  return (data['viewer']?.['inbox'] as { nodes: Entry[] }).nodes
}

export const kindsOf = async (app: TestApp, by: Person): Promise<string[]> =>
  (await inboxOf(app, by)).map(({ kind }) => kind)

export async function unreadOf(app: TestApp, by: Person): Promise<number> {
  return Number((await dataOf(app, by, '{ viewer { inboxUnread } }'))['viewer']?.['inboxUnread'])
}
