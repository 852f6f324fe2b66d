import { rm } from 'node:fs/promises'
import { prepared } from './data-folder.js'
import { startApi } from './platform.js'

/** One start for all makes the database that every platform of the run begins with. */
export default async function prepare(): Promise<() => Promise<void>> {
  const { dataDir, stop } = await startApi()
  await stop({ keepsData: true })
  prepared(dataDir)
  return () => rm(dataDir, { recursive: true, force: true })
}
