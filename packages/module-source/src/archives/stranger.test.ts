import { gzipSync } from 'node:zlib'
import { rule } from '@engine/shared/rule'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ArchiveRefused } from '../archive.js'
import { readModuleArchive } from './module-archive.js'
import { main } from './reading.testing.js'
import {
  checked,
  file,
  hardLink,
  longName,
  pax,
  records,
  streamOf,
  symlink,
  tarOf,
} from './tar-maker.testing.js'

describe('whatever a stranger sends, the answer is a module or a refusal', () => {
  const seed = tarOf(
    records([['comment', 'c']], 'g'),
    main,
    pax({ path: 'a/long/path' }),
    file('x', 'contents'),
    longName('K', 'main.tf'),
    symlink('l', 'm'),
    hardLink('h', 'main.tf'),
  )
  const answered = async (bytes: Buffer, pieceSize: number): Promise<void> => {
    const outcome: unknown = await readModuleArchive(streamOf(bytes, pieceSize), {
      collect: () => true,
    }).catch((error: unknown) => error)
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ArchiveRefused)
  }
  const damage = fc.array(fc.tuple(fc.nat(seed.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })

  rule('§7 reading uploads', 'Whatever is sent, the answer is a module or a refusal')
  test('when the tar is damaged', async () => {
    await fc.assert(
      fc.asyncProperty(damage, fc.integer({ min: 1, max: 300 }), async (changes, pieceSize) => {
        const tar = Buffer.from(seed)
        for (const [at, byte] of changes) tar[at] = byte
        await answered(gzipSync(tar), pieceSize)
      }),
      { numRuns: 300 },
    )
  })

  test('when the tar is damaged and its checksums are right all the same', async () => {
    const headers = [...Array(seed.length / 512).keys()].filter(
      (n) => seed.toString('latin1', n * 512 + 257, n * 512 + 262) === 'ustar',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...headers),
        fc.nat(511),
        fc.uint8Array({ minLength: 1, maxLength: 12 }),
        async (n, at, bytes) => {
          const tar = Buffer.from(seed)
          Buffer.from(bytes).copy(tar, n * 512 + at, 0, 512 - at)
          checked(tar.subarray(n * 512, n * 512 + 512))
          await answered(gzipSync(tar), 4096)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('when the gzip is damaged, cut or continued', async () => {
    const gzip = gzipSync(seed)
    await fc.assert(
      fc.asyncProperty(
        damage,
        fc.nat(gzip.length),
        fc.uint8Array({ maxLength: 40 }),
        async (changes, cut, tail) => {
          const bytes = Buffer.concat([gzip.subarray(0, cut), tail])
          for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte
          await answered(bytes, 50)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('when it is noise', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 4000 }), async (noise) => {
        await answered(Buffer.from(noise), 100)
        await answered(gzipSync(noise), 100)
      }),
      { numRuns: 200 },
    )
  })
})
