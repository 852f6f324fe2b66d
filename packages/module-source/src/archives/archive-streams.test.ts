import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { ArchiveRefused } from '../archive.js'
import { readModuleArchive } from './module-archive.js'
import { main, read } from './reading.testing.js'
import { archive, streamOf } from './tar-maker.testing.js'

describe('the source', () => {
  test('that breaks off is its own failure, not the fault of the archive', async () => {
    const source = new PassThrough()
    source.write(archive(main).subarray(0, 20))
    const reading = readModuleArchive(source)
    source.destroy(new Error('disk died'))
    await expect(reading).rejects.toThrow('disk died')
  })

  test('may break off after it was refused', async () => {
    const source = new PassThrough()
    source.write('not gzip at all')
    await expect(readModuleArchive(source)).rejects.toBeInstanceOf(ArchiveRefused)
    source.emit('error', new Error('late'))
    expect(source.destroyed).toBe(true)
  })

  test('that falls silent is left when the signal says so', async () => {
    const controller = new AbortController()
    const source = new PassThrough()
    source.write(archive(main).subarray(0, 20))
    const reading = readModuleArchive(source, { signal: controller.signal })
    setImmediate(() => controller.abort())
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
    expect(source.destroyed).toBe(true)
    await expect(read(archive(main), { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })

  test('is let go of when a question of the caller fails', async () => {
    const source = streamOf(archive(main))
    const collect = () => {
      throw new Error('no idea')
    }
    await expect(readModuleArchive(source, { collect })).rejects.toThrow('no idea')
    if (!source.closed) await once(source, 'close')
    expect(source.destroyed).toBe(true)
  })
})
