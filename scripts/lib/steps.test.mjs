import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Fault } from './fault.mjs'
import { closingLine, runSteps, summary } from './steps.mjs'

/** Runs steps and records what was printed and in which order they started. */
async function run(steps, options) {
  const printed = []
  const started = []
  const progress = { note: (text) => printed.push(text), step: (title, work) => work(() => {}) }
  const watched = steps.map((step) => ({ ...step, run: () => (started.push(step.name), step.run()) }))
  return { rows: await runSteps(watched, progress, options), printed: printed.join('\n'), started }
}

const passes = async () => {}
const states = (rows) => Object.fromEntries(rows.map(({ name, state }) => [name, state]))

test('a step starts once what it needs has passed', async () => {
  const { rows, started } = await run([
    { name: 'late', needs: ['early'], run: passes },
    { name: 'early', run: () => pause(5) },
  ])
  assert.deepEqual(started, ['early', 'late'])
  assert.equal(closingLine(rows), '2 passed, 0 failed')
})

test('a step that only comes after another does not wait for one that is not among them', async () => {
  const { rows } = await run([{ name: 'b', after: ['a'], run: passes }])
  assert.deepEqual(states(rows), { b: 'ok' })
})

test('the first failure is printed whole and stops what runs and what would follow', async () => {
  const { rows, printed } = await run([
    { name: 'broken', run: () => Promise.reject(new Fault('line 1\nline 2')) },
    { name: 'beside', run: () => pause(20) },
    { name: 'later', needs: ['beside'], run: passes },
  ])
  assert.deepEqual(states(rows), { broken: 'FAILED', beside: 'stopped', later: 'not run' })
  assert.match(printed, /line 1\nline 2/)
  assert.equal(closingLine(rows), '0 passed, 1 failed')
})

test('a run that goes on leaves out what needs the failed step alone, and fails', async () => {
  const { rows, printed } = await run(
    [
      { name: 'broken', run: () => Promise.reject(new Fault('line 1')) },
      { name: 'leaning', needs: ['broken'], run: passes },
      { name: 'behind', after: ['broken'], run: passes },
      { name: 'broken too', after: ['behind'], run: () => Promise.reject(new Fault('line 2')) },
    ],
    { goesOn: true },
  )
  assert.deepEqual(states(rows), {
    broken: 'FAILED',
    leaning: 'not run',
    behind: 'ok',
    'broken too': 'FAILED',
  })
  assert.match(printed, /line 1[^]*line 2/)
  assert.equal(closingLine(rows), '1 passed, 2 failed')
})

test('a runner’s tests are counted one by one, the skipped ones too', async () => {
  const tests = { passed: 7, failed: 2, skipped: 3, output: 'two tests failed' }
  const { rows, printed } = await run([{ name: 'unit', run: async () => tests }])
  assert.equal(closingLine(rows), '7 passed, 2 failed, 3 skipped')
  assert.match(printed, /two tests failed/)
  assert.match(summary(rows), /^ {2}unit {2}FAILED .* s {2}7 passed, 2 failed, 3 skipped$/)
})
