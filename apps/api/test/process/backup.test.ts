import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { createVersion, setUp, startApi, totalOf, type ApiProcess } from './api-process.js'
import { temporaryFolder } from '../temporary-folder.js'

const program = fileURLToPath(new URL('../../dist/backup/main.js', import.meta.url))
const execute = promisify(execFile)

const folder = await temporaryFolder()
const running: ApiProcess[] = []

afterAll(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGTERM')
    await ended
  }
})

async function start(dataDir: string): Promise<ApiProcess> {
  const api = await startApi(dataDir)
  running.push(api)
  return api
}

/** Output of the command, or the reason for its failure. */
async function command(name: string, where: string, dataDir: string): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir }
  return execute(process.execPath, [program, name, where], { env }).then(
    ({ stdout }) => stdout,
    (error: { stderr: string }) => error.stderr,
  )
}

test('a platform with the embedded database is backed up while it runs, and brought back into a new folder', async () => {
  const [from, to, backup] = [join(folder, 'from'), join(folder, 'to'), join(folder, 'backup')]
  const api = await start(from)
  const token = await setUp(api)
  expect(await createVersion(api, token, '1.2.3')).toBe(201)

  expect(await command('backup', backup, from)).toContain('Backed up')
  expect((await stat(backup)).mode & 0o777).toBe(0o700)
  expect(await createVersion(api, token, '1.2.4')).toBe(201)

  expect(await command('restore', backup, to)).toContain('Brought back')
  const restored = await start(to)
  expect(await totalOf(restored, token, '1.2.')).toBe(1)
  expect(await createVersion(restored, token, '1.2.4')).toBe(201)
  const keys = [from, to].map((each) => readFile(join(each, 'secret.key'), 'utf8'))
  const [original, copy] = await Promise.all(keys)
  expect(copy).toBe(original)
})

test('nothing is brought back beside a platform that runs, nor backed up where there is none', async () => {
  const backup = join(folder, 'backup')
  expect(await command('restore', backup, join(folder, 'to'))).toMatch(/in use by another process/)
  expect(await command('backup', join(folder, 'other'), join(folder, 'missing'))).toMatch(
    /There is no platform in .*missing\. See DATA_DIR/,
  )
  expect(await command('restore', '', join(folder, 'to'))).toBe('Say where: npm run restore -- FOLDER\n')
})
