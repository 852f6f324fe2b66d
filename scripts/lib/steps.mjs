import { Fault } from './fault.mjs'
import { endAll } from './processes.mjs'

const atOnce = 2

/**
 * Runs steps side by side, two at a time, in the order given, each once the steps it `needs` and those it comes
 * `after` are over as far as they are among them. A step is `{ name, needs, after, run(say) }`; `run` returns
 * nothing, or `{ passed, failed, skipped, output }` of its tests, and throws to fail; its whole output is printed
 * then. The first failure stops the rest, or with `goesOn` only what needs it.
 *
 * Returns a row for each step: `{ name, state, seconds, passed, failed, skipped }`.
 */
export async function runSteps(steps, progress, { goesOn = false } = {}) {
  const rows = new Map(
    steps.map(({ name }) => [name, { name, state: 'not run', passed: 0, failed: 0, skipped: 0 }]),
  )
  const stateOf = (name) => rows.get(name)?.state ?? 'ok'
  const isOver = (name) => ['ok', 'FAILED'].includes(stateOf(name))
  const running = new Map()
  let failure

  const work = async (detail) => {
    const showRunning = () => detail([...running.keys()].join(', '))
    for (;;) {
      const next = steps.find(
        ({ name, needs = [], after = [] }) =>
          stateOf(name) === 'not run' &&
          needs.every((earlier) => stateOf(earlier) === 'ok') &&
          after.every(isOver),
      )
      if ((!failure || goesOn) && next && running.size < atOnce) {
        running.set(next.name, settle(next, rows.get(next.name), progress))
        showRunning()
        continue
      }
      if (running.size === 0) break
      const { name, error } = await Promise.race(running.values())
      running.delete(name)
      if (error && (!failure || goesOn)) {
        failure = error
        if (!goesOn) stop(running, rows)
        progress.note(`\n${error instanceof Fault ? error.message : error.stack}\n`)
      }
      if (running.size > 0) showRunning()
    }
    if (failure) throw failure
  }
  await progress.step(`${steps.length} steps`, work, { terse: true }).catch(() => {})
  return [...rows.values()]
}

function stop(running, rows) {
  for (const name of running.keys()) rows.get(name).state = 'stopped'
  endAll('SIGTERM')
}

/** Runs one step and writes what came of it into its row; never rejects. */
async function settle(step, row, progress) {
  const start = performance.now()
  row.state = 'running'
  let error
  try {
    Object.assign(row, { passed: 1 }, await step.run((text) => progress.note(`  ${step.name}: ${text}`)))
    if (row.failed > 0) error = new Fault(row.output ?? `${row.failed} failed`)
  } catch (thrown) {
    error = thrown
    row.failed = 1
  }
  row.seconds = (performance.now() - start) / 1000
  if (row.state === 'stopped') {
    Object.assign(row, { passed: 0, failed: 0, skipped: 0 })
    return { name: step.name }
  }
  row.state = error ? 'FAILED' : 'ok'
  progress.note(`${error ? '✗' : '✓'} ${step.name} (${row.seconds.toFixed(1)} s)`)
  return { name: step.name, error }
}

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
