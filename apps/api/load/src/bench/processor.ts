import { readFile } from 'node:fs/promises'
import { Client } from 'pg'

/** As Linux counts it for programs. */
const ticksPerSecond = 100

/**
 * The processor time that the API's database has used for it so far, and with it some processes more, in milliseconds.
 * Unlike time by the clock it hardly depends on what else the machine does.
 */
export class Processor {
  private readonly client: Client

  constructor(
    databaseUrl: string,
    private readonly others: readonly number[],
  ) {
    this.client = new Client({ connectionString: databaseUrl })
  }

  open(): Promise<void> {
    return this.client.connect().then(() => {})
  }

  close(): Promise<void> {
    return this.client.end()
  }

  /** By process. */
  async used(): Promise<ReadonlyMap<number, number>> {
    const { rows } = await this.client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'engine-api'`,
    )
    const pids = [...this.others, ...rows.map(({ pid }) => pid)]
    return new Map(await Promise.all(pids.map(async (pid) => [pid, await usedBy(pid)] as const)))
  }
}

/** What the processes that are there now have used since; NaN where the system does not tell. */
export function usedSince(before: ReadonlyMap<number, number>, now: ReadonlyMap<number, number>): number {
  return [...now].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0)
}

/** In user and in kernel mode: the 14th and 15th field; the second is a name that may hold anything. */
async function usedBy(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}
