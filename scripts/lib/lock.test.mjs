import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { withLock } from './lock.mjs'

const folder = mkdtempSync(join(tmpdir(), 'lock-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The id of a process that has ended. */
async function endedProcess() {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(child, 'close')
  return child.pid
}

test('the lock of a killed process is taken over by one of many at a time', async () => {
  const file = join(folder, 'taken-over')
  writeFileSync(file, `${await endedProcess()} gone`)
  const inside = `
    import { appendFileSync } from 'node:fs'
    import { withLock } from ${JSON.stringify(new URL('lock.mjs', import.meta.url).href)}
    const note = (what) => appendFileSync(${JSON.stringify(`${file}.log`)}, what + ' ' + process.pid + '\\n')
    await withLock(${JSON.stringify(file)}, async () => {
      note('in')
      await new Promise((resolve) => setImmediate(resolve))
      note('out')
    })`
  const codes = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', inside], { stdio: 'inherit' })
      return (await once(child, 'close'))[0]
    }),
  )
  assert.deepEqual(codes, Array(6).fill(0))
  const lines = readFileSync(`${file}.log`, 'utf8').trim().split('\n')
  const pairs = lines.map(
    (line, index) => line === lines[index - (index % 2)].replace('in', index % 2 ? 'out' : 'in'),
  )
  assert.equal(lines.length, 12)
  assert.ok(pairs.every(Boolean), lines.join('\n'))
  assert.equal(existsSync(file), false)
})

test('a living process that has the id of the holder, and never had the lock, does not keep it', async () => {
  const file = join(folder, 'silent')
  writeFileSync(file, `${process.pid} of another life`)
  const waited = []
  const result = await withLock(file, () => 'done', { onWait: (pid) => waited.push(pid), silence: 300 })
  assert.equal(result, 'done')
  assert.deepEqual(waited, [process.pid])
})

test('a holder that works for long keeps its lock', async () => {
  const file = join(folder, 'long')
  const events = []
  let second
  await withLock(file, async () => {
    second = withLock(file, () => events.push('second'), {
      onWait: () => events.push('waits'),
      silence: 1500,
    })
    // Longer than the silence after which a lock is taken over.
    await new Promise((resolve) => setTimeout(resolve, 2500))
    events.push('first')
  })
  await second
  assert.deepEqual(events, ['waits', 'first', 'second'])
})

test('a lock is given back when the work fails', async () => {
  const file = join(folder, 'failing')
  await assert.rejects(
    withLock(file, () => Promise.reject(new Error('no'))),
    /no/,
  )
  assert.equal(await withLock(file, () => 'again'), 'again')
})
