// `npm run rules`: prints each rule of the specification and the contract with the test that proves it. Such a test says
// so by `rule(source, text)` before it. With --check, a part of `npm test`, a source with fewer rules than before the
// change has lost a test, unless a commit of the change says `Drop rule: SOURCE` in a line of its message.
import { commitBefore, filesOfCommit, messagesSince } from './lib/changes.mjs'
import { report } from './lib/fault.mjs'
import { repositoryFiles } from './lib/files.mjs'
import { rulesInTests } from './lib/rules-in-tests.mjs'
import { isProgram } from './lib/workspace.mjs'

const testFiles = /\.(test|spec|alone)\.(ts|tsx|mjs)$/

/** Sources of rules, by the first word. */
const headings = {
  Spec: 'The specification',
  '§1': 'Contract §1, names and aliases',
  '§2': 'Contract §2, what holds for all of /api/v2',
  '§3': 'Contract §3, tokens and people',
  '§4': 'Contract §4, engine versions',
  '§5': 'Contract §5, organizations (admin) and workspaces',
  '§6': 'Contract §6, registry providers',
  '§7': 'Contract §7, module registry',
  '§8': 'Contract §8, discovery and the public registry',
  '§10': 'Contract §10, people and secrets',
  '§11': 'Contract §11, where the vendor’s own clients decide',
  '§12': 'Contract §12, decisions that reach the terminal',
  '§13': 'Contract §13, workspaces that hold state',
  '§14': 'Contract §14, public providers under control and whole lock files',
  '§15': 'Contract §15, CI without stored secrets',
  '§16': 'Contract §16, provider releases and their documentation',
  '§17': 'Contract §17, the promise of an interface',
  '§18': 'Contract §18, sharpened by use and by attack',
  '§19': 'Contract §19, acts, end to end',
}

/** The rules that the files prove, each with its `path`, sorted by source and path, and what is wrong with them. */
export function rulesOf(files) {
  const faults = []
  const rules = files.flatMap(({ path, text }) => {
    const found = rulesInTests(text)
    faults.push(...found.faults.map((fault) => `${path}: ${fault}`))
    return found.rules.map((rule) => ({ ...rule, path }))
  })
  const known = new Map()
  for (const rule of rules) {
    const key = keyOf(rule)
    if (known.has(key)) faults.push(`${rule.path}: "${key}" stands in ${known.get(key)} already`)
    known.set(key, rule.path)
    if (!Object.hasOwn(headings, headOf(rule)))
      faults.push(`${rule.path}: "${rule.source}" is no source of rules`)
  }
  return { rules: rules.sort((a, b) => compare(a.source, b.source) || compare(a.path, b.path)), faults }
}

const headOf = ({ source }) => source.split(' ')[0]
const keyOf = ({ source, text }) => `${source}: ${text}`.toLowerCase()
const compare = (a, b) => (a < b ? -1 : Number(a > b))

/** The rules as text, by heading; a heading that has none yet is left out. */
export function listOf(rules) {
  return Object.entries(headings).flatMap(([head, heading]) => {
    const own = rules.filter((rule) => headOf(rule) === head)
    const lines = own.map(({ source, text, path, title }) => `${source}: ${text}\n    ${path} > ${title}`)
    return lines.length === 0 ? [] : [`${heading} (${lines.length})\n`, ...lines, '']
  })
}

/** Counts the rules of each source: `{ '§2 paging': 12 }`. */
export function countsOf(rules) {
  const counts = {}
  for (const { source } of rules) counts[source] = (counts[source] ?? 0) + 1
  return counts
}

/** Sources that have fewer rules than before, other than those that the messages of the commits drop. */
export function lostRules(before, rules, messages = '') {
  const [was, is] = [countsOf(before), countsOf(rules)]
  const dropped = new Set([...messages.matchAll(/^Drop rule: (.+)$/gm)].map(([, source]) => source.trim()))
  return Object.keys(was)
    .filter((source) => (is[source] ?? 0) < was[source] && !dropped.has(source))
    .sort(compare)
    .map(
      (source) =>
        `"${source}" has lost a test: ${is[source] ?? 0} of ${was[source]} rules are proven. Bring the test back (git log -p -S "'${source}'" shows it) or, if it was no rule, write "Drop rule: ${source}" into the commit message`,
    )
}

if (isProgram(import.meta.url)) {
  const { rules, faults } = rulesOf(repositoryFiles(testFiles))
  if (process.argv.includes('--check')) {
    const before = commitBefore()
    if (before)
      faults.push(...lostRules(rulesOf(filesOfCommit(before, testFiles)).rules, rules, messagesSince(before)))
  } else console.log(listOf(rules).join('\n'))
  report(faults, `${rules.length} rules have their tests`)
}
