import { expect } from 'vitest'
import { ArchiveRefused, type ModuleArchive, type ReadArchiveOptions } from '../archive.js'
import { readModuleArchive } from './module-archive.js'
import { file, streamOf } from './tar-maker.testing.js'

/** File that makes an archive a module, where a test is about something else. */
export const main = file('main.tf', 'locals {}')

export function read(bytes: Buffer, options?: ReadArchiveOptions): Promise<ModuleArchive> {
  return readModuleArchive(streamOf(bytes), options)
}

/** The fault and the message of a refusal; fails when the archive was taken, or failed in any other way. */
export async function refusal(bytes: Buffer, options?: ReadArchiveOptions): Promise<string> {
  const source = streamOf(bytes, 4096)
  const outcome: unknown = await readModuleArchive(source, options).catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(ArchiveRefused)
  expect(source.destroyed).toBe(true)
  const { fault, message } = outcome as ArchiveRefused
  return `${fault}: ${message}`
}
