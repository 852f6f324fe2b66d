import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onFinished } from './on-finished.js'

/** Makes an empty folder, which is deleted after the test, or after the last one of the file: see `onFinished`. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'engine-test-'))
  onFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
