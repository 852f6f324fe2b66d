import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from './fault.mjs'
import { runTasks } from './turbo.mjs'
import { root } from './workspace.mjs'

/**
 * Path of the report that a runner of tests writes, in the folder of its workspace. `test:deployed` runs beside the tests
 * of the same workspace.
 */
const reportFile = (task) => `test-results/${task.endsWith(':deployed') ? 'deployed/' : ''}report.json`

/**
 * Runs phases one after the other, each a list of steps `{ name, task, env, args, prepare }` whose tasks of turbo.json run
 * three at a time. A failure prints the output of the task and ends the run, or with `goesOn` only what depends on it. A
 * step with `mayBeEmpty` may end without a single test.
 *
 * Returns a row for each step: `{ name, state, seconds, passed, failed, skipped }`.
 */
export async function runSteps(phases, progress, { env, goesOn = false, force = false }) {
  const flags = ['--summarize', '--concurrency=3']
  if (goesOn) flags.push('--continue=dependencies-successful')
  if (goesOn || force) flags.push('--force')
  const rows = []
  for (const steps of phases) {
    const isOver = !goesOn && rows.some(({ state }) => state === 'FAILED')
    rows.push(...(isOver ? rowsOf(steps, []) : await runPhase(steps, progress, { env, flags })))
  }
  return rows
}

async function runPhase(steps, progress, { env, flags }) {
  const work = async (onTask) => {
    for (const { prepare } of steps) await prepare?.()
    const own = Object.assign({}, env, ...steps.map((step) => step.env))
    const args = steps.flatMap((step) => step.args ?? [])
    const withArgs = args.length > 0 ? [...flags, '--', ...args] : flags
    await runTasks([...new Set(steps.map(({ task }) => task))], { flags: withArgs, env: own, onTask })
  }
  forgetRuns()
  try {
    await progress.step(steps.map(({ name }) => name).join(', '), work, { terse: true })
    const rows = rowsOf(steps, tasksRun())
    for (const { name } of rows.filter(({ state }) => state === 'FAILED'))
      progress.note(`${name} left no report that can be read. \`npm test -- --force\` runs it anew.`)
    return rows
  } catch (error) {
    progress.note(`\n${error instanceof Fault ? error.message : error.stack}\n`)
    const rows = rowsOf(steps, tasksRun())
    const isTold = rows.some(({ state }) => state === 'FAILED')
    return isTold ? rows : [{ ...notRun, name: 'what they need', state: 'FAILED', failed: 1 }, ...rows]
  }
}

/** Reads turbo's summary of the last run: each task with the folder of its workspace, and how it ended. */
function tasksRun() {
  return filesIn('.turbo/runs').flatMap((file) => JSON.parse(readFileSync(file, 'utf8')).tasks)
}

/** A report that an earlier run has left behind counts nothing. */
function forgetRuns() {
  const workspaces = ['apps', 'packages'].flatMap(filesIn)
  for (const folder of [...workspaces, join(root, 'e2e'), join(root, 'scripts')])
    for (const task of ['test', 'test:deployed']) rmSync(join(folder, reportFile(task)), { force: true })
  rmSync(join(root, '.turbo/runs'), { recursive: true, force: true })
}

function filesIn(folder) {
  const path = join(root, folder)
  return existsSync(path) ? readdirSync(path).map((name) => join(path, name)) : []
}

const notRun = { state: 'not run', passed: 0, failed: 0, skipped: 0 }
const rowsOf = (steps, tasks) => steps.map((step) => rowOf(step, tasks))

/** Result of a step: of its task in one workspace, or in all that have it. */
export function rowOf({ name, task, mayBeEmpty = false }, tasks) {
  const own = tasks.filter(({ taskId }) => taskId === task || taskId.endsWith(`#${task}`))
  const codes = own.map(({ execution }) => execution?.exitCode)
  const row = { name, ...notRun }
  if (codes.every((code) => code === undefined || code === null)) return row
  row.seconds = Math.max(
    ...own.map(({ execution }) => (execution?.endTime - execution?.startTime) / 1000 || 0),
  )
  const counts = own.map(countsOf)
  for (const key of ['passed', 'failed', 'skipped'])
    row[key] = counts.reduce((sum, each) => sum + (each?.[key] ?? 0), 0)
  const isGood = codes.every((code) => code === 0)
  if (isGood && counts.every((each) => each === undefined)) row.passed = isOfTests(task) ? 0 : 1
  if (!isGood || (row.passed === 0 && !mayBeEmpty)) row.failed ||= 1
  const isCached = own.every(({ cache }) => cache?.status === 'HIT')
  return { ...row, state: isGood && row.failed === 0 ? (isCached ? 'cached' : 'ok') : 'FAILED' }
}

/** The tests of a task by the report that it left: of Vitest or of Playwright; undefined where it runs none. */
function countsOf({ taskId, directory }) {
  if (!isOfTests(taskId)) return undefined
  const file = join(root, taskId.startsWith('//') ? 'scripts' : directory, reportFile(taskId))
  const { stats, ...report } = readReport(file) ?? {}
  if (!stats && report.numPassedTests === undefined) return undefined
  return stats
    ? { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
    : {
        passed: report.numPassedTests,
        failed: report.numFailedTests,
        skipped: report.numPendingTests + report.numTodoTests,
      }
}

/** One that a cache restored may be empty. */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const isOfTests = (task) => /#test\b/.test(task)

/** The table at the end, one line a step. */
export function summary(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length))
  return rows
    .map(({ name, state, seconds, passed, failed, skipped }) => {
      const time = seconds === undefined ? '' : `${seconds.toFixed(1)} s`
      const tests = passed + failed > 1 ? closingLine([{ passed, failed, skipped }]) : ''
      return `  ${name.padEnd(width)}  ${state.padEnd(7)}  ${time.padStart(8)}  ${tests}`.trimEnd()
    })
    .join('\n')
}

/** `N passed, N failed`, and `, N skipped` where there were such: the last line of a run. */
export function closingLine(rows) {
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0)
  const skipped = sum('skipped')
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
