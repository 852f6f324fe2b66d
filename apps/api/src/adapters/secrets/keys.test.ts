import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { keyring, loadSecret, SecretFault } from './keys.js'
import { temporaryFolder } from '../../../test/temporary-folder.js'

const [older, newer] = ['o'.repeat(32), 'n'.repeat(40)]
let dataDir: string

beforeEach(async () => {
  dataDir = await temporaryFolder()
})

describe('the file secret.key', () => {
  const load = () => loadSecret({ dataDir })
  const path = (): string => join(dataDir, 'secret.key')

  test('is made once, readable by its owner alone, and used from then on', async () => {
    const made = (await load()).derive('test')
    expect((await stat(path())).mode & 0o777).toBe(0o600)
    expect(await readFile(path(), 'utf8')).toMatch(/^[\w-]{64}\n$/)
    expect((await load()).derive('test')).toEqual(made)
  })

  test('is one and the same for starts that race, and nothing else is left', async () => {
    const rings = await Promise.all(Array.from({ length: 12 }, load))
    expect(new Set(rings.map((ring) => ring.derive('test').first.toString('hex'))).size).toBe(1)
    expect(await readdir(dataDir)).toEqual(['secret.key'])
  })

  test('is not replaced by a start that comes later and had seen none', async () => {
    for (let delay = 0; delay < 2000; delay += 50) {
      const folder = join(dataDir, String(delay))
      await mkdir(folder)
      const first = loadSecret({ dataDir: folder })
      for (let tick = 0; tick < delay; tick++) await setImmediate()
      const second = loadSecret({ dataDir: folder })
      const rings = [await first, await second, await loadSecret({ dataDir: folder })]
      expect(new Set(rings.map((ring) => ring.derive('test').first.toString('hex'))).size).toBe(1)
    }
  })

  test('is left alone when SECRET_KEY is set', async () => {
    await loadSecret({ secretKey: older, dataDir })
    expect(await readdir(dataDir)).toEqual([])
  })

  test.skipIf(process.platform === 'win32').each([0o640, 0o604, 0o620, 0o601])(
    'is refused with mode %o, saying what to do',
    async (mode) => {
      await load()
      await chmod(path(), mode)
      await expect(load()).rejects.toThrow(
        /can be read by others than its owner: make it private with chmod 600/,
      )
    },
  )

  test('is refused, not replaced, when it is empty or cut short', async () => {
    await writeFile(path(), 'short\n', { mode: 0o600 })
    await expect(load()).rejects.toBeInstanceOf(SecretFault)
    expect(await readFile(path(), 'utf8')).toBe('short\n')
  })

  test('a data folder that is missing is the error of the file system', async () => {
    await rm(dataDir, { recursive: true })
    await expect(load()).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe('the keys of a purpose', () => {
  test('are those of the same secret and purpose, and of no other', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const ring = keyring([older])
        expect(ring.derive(one)).toEqual(keyring([older]).derive(one))
        expect(ring.derive(one).first.equals(keyring([newer]).derive(one).first)).toBe(false)
        expect(ring.derive(one).first.equals(ring.derive(other).first)).toBe(one === other)
      }),
    )
  })

  test('are 32 bytes each, the first of SECRET_KEY first', async () => {
    const ring = await loadSecret({ secretKey: `${newer},${older}`, dataDir })
    const { first, all } = ring.derive('test')
    expect(all.map((key) => key.length)).toEqual([32, 32])
    expect(all[0]).toEqual(first)
    expect(first).toEqual(keyring([newer]).derive('test').first)
    expect(all[1]).toEqual(keyring([older]).derive('test').first)
  })
})
