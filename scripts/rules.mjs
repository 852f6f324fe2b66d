// `npm run rules`: prints each rule of the specification and the contract with the test that proves it. Such a test says
// so by `rule(source, text)` before it. With --check, a part of `npm test`, a source with fewer rules than
// scripts/rules.json counts has lost a test; one with more is not counted yet. With --write the counts are written.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { report } from './lib/fault.mjs'
import { repositoryFiles } from './lib/files.mjs'
import { rulesInTests } from './lib/rules-in-tests.mjs'
import { isProgram, root } from './lib/workspace.mjs'

const counted = 'scripts/rules.json'
const testFiles = /\.(test|spec|alone)\.(ts|tsx|mjs)$/

/** Where rules come from, by the first word of their source. */
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

/** How many rules each source has: `{ '§2 paging': 12 }`. */
export function countsOf(rules) {
  const counts = {}
  for (const { source } of rules) counts[source] = (counts[source] ?? 0) + 1
  return counts
}

/** What differs from the counts that are written, for each source. */
export function countFaults(written, rules) {
  const counts = countsOf(rules)
  const sources = Object.keys({ ...written, ...counts }).sort(compare)
  return sources.flatMap((source) => {
    const [was = 0, is = 0] = [written[source], counts[source]]
    if (is < was)
      return `${counted}: "${source}" has lost a test: ${is} of ${was} rules are proven. Bring the test back (git log -p -S "'${source}'" shows it) or, if it was no rule, run npm run rules -- --write`
    return is > was
      ? `${counted}: "${source}" has ${is} rules, ${was} are counted: run npm run rules -- --write`
      : []
  })
}

if (isProgram(import.meta.url)) {
  const { rules, faults } = rulesOf(repositoryFiles(testFiles))
  const file = join(root, counted)
  const [isWritten, isChecked] = ['--write', '--check'].map((option) => process.argv.includes(option))
  if (isWritten && faults.length === 0)
    writeFileSync(file, `${JSON.stringify(countsOf(rules), undefined, 2)}\n`)
  if (isChecked) faults.push(...countFaults(JSON.parse(readFileSync(file, 'utf8')), rules))
  if (!isWritten && !isChecked) console.log(listOf(rules).join('\n'))
  report(faults, `${rules.length} rules have their tests`)
}
