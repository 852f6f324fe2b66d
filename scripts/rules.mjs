// `npm run rules`: writes docs/RULES.md from the tests. A test that proves a rule of the specification or the contract
// says so by `rule(source, text)` before it. With --check, a part of `npm test`, nothing is written: a rule that has lost
// its test, one that stands twice or by no test that is always run, and a document that is out of date are faults.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { report } from './lib/fault.mjs'
import { repositoryFiles } from './lib/files.mjs'
import { rulesInTests } from './lib/rules-in-tests.mjs'
import { isProgram, root } from './lib/workspace.mjs'

const document = 'docs/RULES.md'
const testFiles = /\.(test|spec|alone)\.(ts|tsx|mjs)$/

/** Where rules come from, by the first word of their source; each has some. */
const headings = {
  Spec: 'The specification',
  '§1': 'Contract §1, names and aliases',
  '§2': 'Contract §2, what holds for all of `/api/v2`',
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
}

const introduction = `# Rules and their tests

Each rule of the specification and of the contract's §1 to §8 and §10 to §13 with the test that proves it: the test fails when
the rule breaks. \`npm run rules\` writes this file from the tests, which say by \`rule(source, text)\` what they prove;
\`npm test\` fails when it is out of date, when a rule has lost its test, and when a test that proves one is skipped.

A test is named as the runner prints it, \`block > test\`; \`%j\` and its kin stand for the values of its table. What the
real CLI does with the registry is proven beside it by the journeys in \`e2e/journeys\`.
`

/** The rules that the files prove, each with its `path`, in the order of the document, and what is wrong with them. */
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

/** The whole text of the document. */
export function documentOf(rules) {
  const sections = Object.entries(headings).map(([head, heading]) => {
    const rows = rules.filter((rule) => headOf(rule) === head).map(rowOf)
    return `## ${heading}\n\n| Source | Rule | File | Test |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`
  })
  return [introduction, `${rules.length} rules.\n`, ...sections].join('\n')
}

function rowOf({ source, text, path, title }) {
  const name = path.split('/').at(-1).replace(testFiles, '')
  return `| ${source} | ${cell(text)} | [${name}](../${encodeURI(path)}) | ${cell(title)} |`
}

/** Text in a table: nothing of it is markup but what stands in backticks. */
const cell = (text) =>
  text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(/[<*[\]\\]/g, '\\$&') : part))
    .join('')
    .replaceAll('|', '\\|')

/** Faults of the document that is there: rules of it that no test proves any more, or anything else that differs. */
export function documentFaults(written, rules) {
  const rowsOf = (text) => text.split('\n').filter((line) => line.startsWith('| '))
  const start = (row) => row.split(/(?<!\\)\|/, 3).join('|')
  const proven = new Set(rowsOf(documentOf(rules)).map(start))
  const lost = rowsOf(written).filter((row) => !proven.has(start(row)))
  if (lost.length > 0)
    return lost.map(
      (row) =>
        `${document}: no test proves "${start(row).slice(2).trim()}" any more: write one, or, if it is reworded or no rule any longer, run npm run rules`,
    )
  return written === documentOf(rules) ? [] : [`${document} is out of date: run npm run rules`]
}

if (isProgram(import.meta.url)) {
  const { rules, faults } = rulesOf(repositoryFiles(testFiles))
  for (const head of Object.keys(headings))
    if (!rules.some((rule) => headOf(rule) === head)) faults.push(`${document}: no rule of ${head}`)
  const file = join(root, document)
  if (process.argv.includes('--check')) faults.push(...documentFaults(readFileSync(file, 'utf8'), rules))
  else if (faults.length === 0) writeFileSync(file, documentOf(rules))
  report(faults, `${rules.length} rules have their tests`)
}
