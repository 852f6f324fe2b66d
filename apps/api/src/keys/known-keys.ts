import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { fingerprintsOf, type Keyring } from '../kernel/signing.js'
import { KeysFault } from './fault.js'

interface Unaware {
  readonly process: string
  readonly name: string
  readonly at: Date
}

/** In milliseconds. */
const look = 1000

/**
 * Returns once each process of the last minute knows the newest key. Who is seen again without it runs, and has to be
 * restarted first: that is refused. Who is not may have been killed just now, and is waited for.
 */
export async function requireKnown(
  client: Client,
  keyring: Keyring,
  say: (text: string) => void,
): Promise<void> {
  const [newest = ''] = fingerprintsOf(keyring)
  const first = await unawareOf(client, newest)
  if (first.length > 0) say(`Waiting for ${namesOf(first)}, which may still run without the newest key`)
  for (let left = first; left.length > 0; left = await unawareOf(client, newest)) {
    const running = left.filter(
      ({ process, at }) => at.getTime() !== first.find((each) => each.process === process)?.at.getTime(),
    )
    if (running.length > 0)
      throw new KeysFault(
        `${namesOf(running)} runs without the newest key, and could read nothing that is sealed with it. Restart each process with the same keys as here, the newest first, then rotate again.`,
      )
    await pause(look)
  }
}

const namesOf = (processes: readonly Unaware[]): string => processes.map(({ name }) => name).join(', ')

async function unawareOf(client: Client, newest: string): Promise<readonly Unaware[]> {
  const { rows } = await client.query<Unaware>(
    `SELECT process, name, at FROM process_keys
    WHERE at > now() - interval '1 minute' AND NOT $1 = ANY (fingerprints) ORDER BY name, process`,
    [newest],
  )
  return rows
}
