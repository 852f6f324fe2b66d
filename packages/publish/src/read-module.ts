import { createReadStream } from 'node:fs'
import { readModuleArchive } from '@engine/module-source/archive-reader'
import { HclThreads } from '@engine/module-source/hcl-threads'
import { moduleSourceReader } from '@engine/module-source/source-reader'
import { SourceRefused, type ModuleSource } from '@engine/module-source'
import { ArchiveRefused } from '@engine/module-source/archive'
import { isRead } from '@engine/shared/module-files'
import type { Archive } from './archive.js'
import { Fault } from './fault.js'

export interface ReadModule {
  /** The paths of all files that are packed, in order. */
  readonly files: readonly string[]
  readonly source: ModuleSource
}

/**
 * Reads contents and declarations of the archive with the platform's own code. Throws a `Fault` for what the
 * platform would refuse, with the file and the line of what does not parse. `parser` is a program of threads
 * that parse.
 */
export async function readModule(archive: Archive, parser?: URL): Promise<ReadModule> {
  const threads = new HclThreads(parser && { program: parser })
  try {
    const { contents, sizes } = await readModuleArchive(createReadStream(archive.path), { collect: isRead })
    return {
      files: [...sizes.keys()].sort(),
      source: await moduleSourceReader(threads)(contents, sizes.keys()),
    }
  } catch (error) {
    throw asFault(error)
  } finally {
    await threads.close()
  }
}

/** A `Fault` for what the platform would refuse. */
export function asFault(error: unknown): unknown {
  const isRefused = error instanceof ArchiveRefused || error instanceof SourceRefused
  return isRefused ? new Fault('module', error.message) : error
}
