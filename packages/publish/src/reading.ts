import { createReadStream } from 'node:fs'
import { readModuleArchive } from '../../../apps/api/src/adapters/archives/module-archive.js'
import { HclThreads } from '../../../apps/api/src/adapters/hcl/hcl-threads.js'
import { moduleSourceReader } from '../../../apps/api/src/adapters/hcl/module-source.js'
import {
  isRead,
  SourceRefused,
  type ModuleSource,
} from '../../../apps/api/src/domain/modules/module-source.js'
import { ArchiveRefused } from '../../../apps/api/src/kernel/archive.js'
import type { Archive } from './archive.js'
import { Fault } from './fault.js'

/**
 * What the archive declares, read by the platform's own code. Throws a `Fault` for what the platform would refuse,
 * with the file and the line of what does not parse. `parser` is a program of threads that parse.
 */
export async function read(archive: Archive, parser?: URL): Promise<ModuleSource> {
  const threads = new HclThreads(parser && { program: parser })
  try {
    const { contents } = await readModuleArchive(createReadStream(archive.path), { collect: isRead })
    return await moduleSourceReader(threads)(contents)
  } catch (error) {
    const isRefused = error instanceof ArchiveRefused || error instanceof SourceRefused
    throw isRefused ? new Fault('module', error.message) : error
  } finally {
    await threads.close()
  }
}
