// Every rule of the specification and the contract has a test: docs/RULES.md names it, and this holds the two together.
// Prints a line for each rule whose test is missing, was renamed or is skipped.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync } from '@swc/core'
import { root } from './lib/workspace.mjs'

const document = 'docs/RULES.md'

/** Rules may be added; one that is gone from the specification takes this number down in plain sight. */
const fewest = 597

/** Where rules come from; each has some. */
const sources = ['Spec', '§1', '§2', '§3', '§4', '§5', '§6', '§7', '§8', '§10']

const columns = ['Source', 'Rule', 'File', 'Test']

/** The rows of the document's tables, as `{ line, source, rule, file, test }`; `file` is relative to the repository. */
export function readRules(text) {
  const rows = []
  const faults = []
  for (const [index, content] of text.split('\n').entries()) {
    const line = index + 1
    if (!content.startsWith('|') || /^[|\s:-]+$/.test(content)) continue
    const cells = content
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim())
    if (cells.every((cell, column) => cell === columns[column])) continue
    const [source = '', rule = '', link = '', test = ''] = cells
    const target = /^\[[^\]]+\]\(([^)]+)\)$/.exec(link)?.[1]
    if (cells.length !== columns.length || cells.includes('') || !target) {
      faults.push(`${document}:${line}: a row is ${columns.join(', ')}, the file as a link`)
    } else
      rows.push({ line, source, rule, file: posix.join(dirname(document), target), test: unescaped(test) })
  }
  return { rows, faults }
}

const unescaped = (cell) => cell.replaceAll('\\', '')

/**
 * The tests of a file by their titles, those of the blocks around them first: `the list > is by name`. What is not
 * run always, or not run because another test of the file is meant to run alone, counts as skipped.
 */
export function readTests(code) {
  const found = []
  let hasOnly = false
  visit(parseSync(code, { syntax: 'typescript', decorators: true }), [], false)
  return found.map((test) => ({ ...test, isSkipped: test.isSkipped || hasOnly }))

  function visit(node, path, isSkipped) {
    if (Array.isArray(node)) return node.forEach((each) => visit(each, path, isSkipped))
    if (typeof node !== 'object' || node === null) return
    const call = node.type === 'CallExpression' ? calledTest(node) : undefined
    if (!call) return Object.values(node).forEach((each) => visit(each, path, isSkipped))
    const { kind, modifiers, title, body } = call
    const titles = [...path, title]
    const isLeftOut = isSkipped || modifiers.some((name) => leftOut.has(name))
    hasOnly ||= modifiers.includes('only')
    if (kind === 'describe') return visit(body, titles, isLeftOut)
    found.push({ title: titles.join(' > '), isSkipped: isLeftOut })
  }
}

const kinds = { describe: 'describe', suite: 'describe', test: 'test', it: 'test' }
const leftOut = new Set(['skip', 'todo', 'fails', 'fixme', 'skipIf', 'runIf'])

/** `test.skipIf(x).each(list)('title', body)` → what kind of call it is, by which names, and its literal title. */
function calledTest({ callee, arguments: given }) {
  const modifiers = []
  let base = callee
  while (base.type === 'MemberExpression' || base.type === 'CallExpression') {
    if (base.type === 'MemberExpression') modifiers.push(base.property.value)
    base = base.type === 'MemberExpression' ? base.object : base.callee
  }
  const kind = base.type === 'Identifier' && Object.hasOwn(kinds, base.value) ? kinds[base.value] : undefined
  const title = kind && literal(given[0]?.expression)
  return title === undefined ? undefined : { kind, modifiers, title, body: given.slice(1) }
}

function literal(node) {
  if (node?.type === 'StringLiteral') return node.value
  return node?.type === 'TemplateLiteral' && node.expressions.length === 0 ? node.quasis[0].cooked : undefined
}

/** What is wrong between the rules of a repository and its tests. */
export function checkRules(folder, { atLeast = fewest, from = sources } = {}) {
  const { rows, faults } = readRules(readFileSync(join(folder, document), 'utf8'))
  const files = new Map()
  const testsOf = (file) => {
    if (!files.has(file)) files.set(file, readTests(readFileSync(join(folder, file), 'utf8')))
    return files.get(file)
  }
  const known = new Map()
  for (const { line, source, rule, file, test } of rows) {
    const say = (what) => faults.push(`${document}:${line}: ${what}`)
    const key = `${source} ${rule}`.toLowerCase()
    if (known.has(key)) say(`the rule stands in line ${known.get(key)} already`)
    known.set(key, line)
    if (!existsSync(join(folder, file))) say(`there is no file ${file}`)
    else {
      const named = testsOf(file).filter(({ title }) => title === test)
      if (named.length === 0) say(`${file} has no test "${test}"`)
      if (named.length > 1) say(`${file} has more than one test "${test}"`)
      if (named.some(({ isSkipped }) => isSkipped)) say(`${file} does not always run "${test}"`)
    }
  }
  for (const source of from)
    if (!rows.some((row) => row.source.split(/[ ,]/)[0] === source))
      faults.push(`${document}: no rule of ${source}`)
  if (rows.length < atLeast) faults.push(`${document}: ${rows.length} rules, where there were ${atLeast}`)
  return { rows, faults }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { rows, faults } = checkRules(root)
  for (const fault of faults) console.log(fault)
  if (faults.length === 0) console.log(`${rows.length} rules have their tests`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
