import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endAll, run } from '../lib/processes.mjs'
import { program } from '../lib/workspace.mjs'

/** Which workspace a test belongs to: the folder where its runner is started. */
export const workspaceOf = (path) => path.split('/', 2).join('/')

/** A busy machine must not look like a guard that is missing. */
const patient = ['--testTimeout=120000', '--hookTimeout=120000']

/** Without its guard a test may never end; one that does not has not failed. In milliseconds. */
const longest = 15 * 60_000

/** What a part of a test's name means among the names of tests as they are run: `a block > of %s` → `a block of .*`. */
export function namePattern(name) {
  const words = name.replaceAll(' > ', ' ').split(/%[a-z#]/)
  return words.map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')
}

/**
 * Runs some test files of one workspace below a folder, or of them those tests whose names match a pattern. Resolves to
 * `{ tests, output }`: what became of each test that was run, as `{ file, name, hasPassed, message }` with the file
 * relative to the folder; none where the files could not even be loaded.
 */
export async function runTests(folder, files, { pattern, env }) {
  const reports = await mkdtemp(join(tmpdir(), 'engine-report-'))
  const report = join(reports, 'report.json')
  const tooLate = setTimeout(() => endAll('SIGTERM'), longest)
  try {
    const workspace = workspaceOf(files[0])
    const filters = files.map((file) => file.slice(workspace.length + 1))
    const only = pattern === undefined ? [] : ['-t', pattern]
    const args = [program('vitest'), 'run', ...filters, ...only, ...patient]
    args.push('--reporter=json', `--outputFile=${report}`)
    const { output } = await run(process.execPath, args, { cwd: join(folder, workspace), env })
    const text = await readFile(report, 'utf8').catch(() => '{"testResults":[]}')
    return { tests: testsIn(JSON.parse(text), folder), output }
  } finally {
    clearTimeout(tooLate)
    await rm(reports, { recursive: true, force: true })
  }
}

const testsIn = ({ testResults }, folder) =>
  testResults.flatMap(({ name: path, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status, failureMessages }) => ({
        file: path.slice(path.indexOf(folder) + folder.length + 1),
        name: fullName,
        hasPassed: status === 'passed',
        message: failureMessages.join('\n'),
      })),
  )
