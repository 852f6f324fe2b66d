import { readFile } from 'node:fs/promises'
import { Client } from 'pg'

/** As Linux counts it for programs. */
const ticksPerSecond = 100

/**
 * The processor time that the API and its database have used so far, in milliseconds. Unlike time by the clock it
 * hardly depends on what else the machine does. `undefined` where the system does not tell.
 */
export class Processor {
  private readonly client: Client

  constructor(
    databaseUrl: string,
    private readonly apiPid: number,
  ) {
    this.client = new Client({ connectionString: databaseUrl })
  }

  open(): Promise<void> {
    return this.client.connect().then(() => {})
  }

  close(): Promise<void> {
    return this.client.end()
  }

  async used(): Promise<number | undefined> {
    const { rows } = await this.client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'engine-api'`,
    )
    try {
      const ticks = await Promise.all([this.apiPid, ...rows.map(({ pid }) => pid)].map(ticksOf))
      return (ticks.reduce((sum, each) => sum + each, 0) * 1000) / ticksPerSecond
    } catch {
      return undefined
    }
  }
}

/** In user and in kernel mode: the 14th and 15th field; the second is a name that may hold anything. */
async function ticksOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}
