import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync } from '@swc/core'
import { readTests } from '../check-rules.mjs'
import { damaged } from './stage.mjs'

const document = 'docs/SECURITY.md'
const columns = ['Promise', 'Guard', 'Test']

/**
 * The rows of the one table, as `{ line, promise, guards, tests }` with files relative to the repository, and the lines
 * where other tables of promises begin.
 */
function readPromises(text) {
  const lines = text.split('\n')
  const [head = -1, ...others] = lines.flatMap((line, index) => (isHead(line) ? [index] : []))
  const rows = []
  for (let index = head + 2; head >= 0 && lines[index]?.startsWith('|'); index++) {
    const [promise = '', guards = '', tests = ''] = cellsOf(lines[index])
    rows.push({ line: index + 1, promise, guards: linksIn(guards), tests: linksIn(tests) })
  }
  return { rows, others: others.map((index) => index + 1) }
}

const isHead = (line) => cellsOf(line).join() === columns.join()

const cellsOf = (line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

const linksIn = (cell) =>
  [...cell.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => posix.join('docs', decodeURI(target)))

/**
 * What is wrong between the promises of the document, the guards that are named for them, and the code: every promise
 * has a guard, whose code stands in its file once and can be replaced so that the file still reads as a program, and
 * whose test is there.
 */
export function checkGuards(root, promises) {
  const { rows, others } = readPromises(readFileSync(join(root, document), 'utf8'))
  const faults = rows.length === 0 ? [`${document}: there is no table of ${columns.join(', ')}`] : []
  for (const line of others)
    faults.push(`${document}:${line}: another table of promises, whose rows prove nothing`)
  for (const { line, promise } of rows)
    if (!promises.some((each) => each.promise === promise))
      faults.push(`${document}:${line}: no guard is named for this promise`)

  const ids = new Set()
  for (const { promise, guards } of promises) {
    const row = rows.find((each) => each.promise === promise)
    if (!row) faults.push(`${document}: there is no row "${promise}"`)
    for (const guard of guards) {
      const say = (what) => faults.push(`${guard.id}: ${what}`)
      if (ids.has(guard.id)) say('another guard has the same id')
      ids.add(guard.id)
      if (row && !row.guards.includes(guard.file)) say(`${document}:${row.line} does not name ${guard.file}`)
      if (row && !row.tests.includes(guard.test)) say(`${document}:${row.line} does not name ${guard.test}`)
      for (const fault of [...codeFaults(root, guard), ...testFaults(root, guard)]) say(fault)
    }
  }
  return faults
}

function codeFaults(root, guard) {
  const { file, replace } = guard
  if (!existsSync(join(root, file))) return [`there is no file ${file}`]
  const text = readFileSync(join(root, file), 'utf8')
  const times = text.split(replace).length - 1
  if (times !== 1) return [`its code is in ${file} ${times} times`]
  return reads(file, damaged(text, guard)) ? [] : [`${file} is no program any more without it`]
}

function reads(file, text) {
  if (!/\.tsx?$/.test(file)) return true
  try {
    parseSync(text, { syntax: 'typescript', decorators: true, tsx: file.endsWith('.tsx') })
    return true
  } catch {
    return false
  }
}

/** That the test is run at all is found out by the run itself. */
function testFaults(root, { test, name }) {
  if (!existsSync(join(root, test))) return [`there is no file ${test}`]
  const hasIt = readTests(readFileSync(join(root, test), 'utf8')).some(({ title }) => title.includes(name))
  return hasIt ? [] : [`${test} has no test "${name}"`]
}
