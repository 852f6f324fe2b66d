import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Fault } from './fault.mjs'
import { run } from './processes.mjs'
import { program, root } from './workspace.mjs'

/** Runs one command to its end; its whole output is the fault when it fails. */
export async function check(args, env) {
  const { code, output } = await run(process.execPath, args, { env })
  if (code !== 0) throw new Fault(output)
  return output
}

/**
 * Vitest in one workspace, by a configuration of its own if one is given, and in some folders alone if they are named.
 * Returns `{ passed, failed, skipped, output }`.
 */
export function vitest(workspace, env, { config = 'vitest.config.ts', folders = [] } = {}) {
  return counted(
    async (report) => {
      const args = [
        'run',
        ...folders,
        '--passWithNoTests',
        ...(existsSync(join(root, workspace, config)) ? [`--config=${config}`] : []),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ]
      return run(process.execPath, [program('vitest'), ...args], { cwd: join(root, workspace), env })
    },
    ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests }) => ({
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests + numTodoTests,
    }),
  )
}

/** The browser's and the CLI's journeys. Returns `{ passed, failed, skipped, output }`. */
export function playwright(env) {
  return counted(
    (report) => {
      const args = [program('@playwright/test', 'playwright'), 'test', '--reporter=list,json']
      return run(process.execPath, args, {
        cwd: join(root, 'e2e'),
        env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      })
    },
    ({ stats }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
    }),
  )
}

/** Node's own runner over the scripts' tests. Returns `{ passed, failed, skipped, output }`. */
export async function nodeTests(folder, env) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.test.mjs'))
  const args = ['--test', '--test-reporter=tap', ...files.map((file) => join(folder, file))]
  const { code, output } = await run(process.execPath, args, { env })
  const count = (what) => Number(new RegExp(`^# ${what} (\\d+)$`, 'm').exec(output)?.[1] ?? 0)
  if (code !== 0 && count('fail') === 0) throw new Fault(output)
  return { passed: count('pass'), failed: count('fail'), skipped: count('skipped'), output }
}

/** A runner that leaves a report: its counts, or its output as the fault when it failed without a failing test. */
async function counted(runner, countsOf) {
  const folder = mkdtempSync(join(tmpdir(), 'engine-report-'))
  try {
    const report = join(folder, 'report.json')
    const { code, output } = await runner(report)
    const counts = existsSync(report)
      ? countsOf(JSON.parse(readFileSync(report, 'utf8')))
      : { passed: 0, failed: 0, skipped: 0 }
    if (code !== 0 && counts.failed === 0) throw new Fault(output)
    return { ...counts, output }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
