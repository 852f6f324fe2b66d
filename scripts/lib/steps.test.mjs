import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test } from 'vitest'
import { closingLine, rowOf, summary } from './steps.mjs'
import { root } from './workspace.mjs'

const ran = (taskId, exitCode, status = 'MISS') => ({
  taskId,
  directory: 'packages/none',
  cache: { status },
  execution: { startTime: 1000, endTime: 3500, exitCode },
})

test('a step that runs no tests counts once, over all workspaces that have its task', () => {
  const step = { name: 'types', task: 'types' }
  const all = [ran('@engine/api#types', 0), ran('@engine/console#types', 0), ran('@engine/api#build', 1)]
  assert.deepEqual(rowOf(step, all), {
    name: 'types',
    state: 'ok',
    seconds: 2.5,
    passed: 1,
    failed: 0,
    skipped: 0,
  })
  const broken = [ran('@engine/api#types', 0), ran('@engine/console#types', 2)]
  assert.equal(closingLine([rowOf(step, broken)]), '0 passed, 1 failed')
})

test('what was taken from the cache says so, and what was not begun or was ended is no success', () => {
  const state = (...tasks) => rowOf({ name: 'lint', task: '//#lint' }, tasks).state
  assert.equal(state(ran('//#lint', 0, 'HIT')), 'cached')
  assert.equal(state(), 'not run')
  assert.equal(state({ taskId: '//#lint', execution: null }), 'not run')
  assert.equal(state(ran('//#lint', 143)), 'FAILED')
})

test('a runner of tests that ended well and left no report is no success', () => {
  assert.equal(
    rowOf({ name: 'none', task: '@engine/none#test' }, [ran('@engine/none#test', 0)]).state,
    'FAILED',
  )
})

test('a step that may be empty succeeds without a test, and fails as every other one', () => {
  const step = { name: 'none', task: '@engine/none#test', mayBeEmpty: true }
  assert.equal(rowOf(step, [ran('@engine/none#test', 0)]).state, 'ok')
  assert.equal(rowOf(step, [ran('@engine/none#test', 1)]).state, 'FAILED')
})

test('a report that came back empty from a cache is none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-'))
  mkdirSync(join(folder, 'test-results'))
  writeFileSync(join(folder, 'test-results/report.json'), '')
  const task = { ...ran('@engine/none#test', 0, 'HIT'), directory: relative(root, folder) }
  assert.equal(rowOf({ name: 'none', task: '@engine/none#test' }, [task]).state, 'FAILED')
  rmSync(folder, { recursive: true })
})

test('the counts of a step stand in its line, and their sums in the last one', () => {
  const row = { name: 'unit', state: 'FAILED', seconds: 1, passed: 7, failed: 2, skipped: 3 }
  assert.match(summary([row]), /^ {2}unit {2}FAILED .* s {2}7 passed, 2 failed, 3 skipped$/)
  assert.equal(closingLine([row, { passed: 1, failed: 0, skipped: 0 }]), '8 passed, 2 failed, 3 skipped')
})
