import { sql } from 'kysely'
import { db, rowsOf, type SqlClient } from '../../domain/sql.js'
import { seconds, type Clock } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'

/** Processes whose times differ by more disagree about what has expired and who holds a lease. */
const bearable = seconds(10)

/** Warns when the time of this machine is far from that of the database, which all processes share. */
export async function warnOfClock(prisma: SqlClient, clock: Clock, log: Log): Promise<void> {
  const asked = clock.elapsed()
  const [row] = await rowsOf(prisma, db.selectNoFrom(sql<Date>`clock_timestamp()`.as('now')))
  const taken = clock.elapsed() - asked
  const ahead = clock.now().getTime() - (row?.now.getTime() ?? 0)
  if (Math.abs(ahead) <= bearable + taken) return
  const difference = `${Math.round(Math.abs(ahead) / 1000)} seconds ${ahead > 0 ? 'ahead of' : 'behind'}`
  log.warn({}, `the time of this machine is ${difference} the database's: have both set by a time service`)
}
