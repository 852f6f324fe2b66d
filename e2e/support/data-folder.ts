import { execFile } from 'node:child_process'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const variable = 'ENGINE_E2E_PREPARED'

/** Every new folder begins as a copy of this one: to make a database takes longer than all else of a start. */
export function prepared(folder: string): void {
  process.env[variable] = folder
}

/** A data folder of a platform's own, with a database that nothing was written to. */
export async function newDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'engine-e2e-'))
  const source = process.env[variable]
  if (source === undefined) return folder
  // Where the tests run as root the database belongs to another user, and `cp` alone leaves it so.
  if (process.platform === 'win32') await cp(source, folder, { recursive: true })
  else await promisify(execFile)('cp', ['-a', `${source}/.`, folder])
  return folder
}
