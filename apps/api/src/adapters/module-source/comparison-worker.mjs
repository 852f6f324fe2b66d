// @ts-check
// A separate thread, since what two large versions declare takes long to read and to compare.
import { parentPort } from 'node:worker_threads'
import { changesBetween, missingStep } from '@engine/module-source/comparison'
import { evaluateVersion } from '@engine/module-source/verdict'
import { shortText } from '@engine/shared'

/** @typedef {import('../../domain/registry-modules/version-comparison.js').StoredInterface} Stored */
/** @typedef {import('../../domain/registry-modules/version-comparison.js').Candidate} Candidate */
/** @typedef {import('@engine/module-source/comparison').ComparableModule} Comparable */
/** @typedef {import('@engine/module-source/comparison').ModuleChange} Change */
/** @typedef {{ from: string, to: string }} Numbers */

/** The longest text of a change, in characters. */
const longestText = 2000
/** The length of the changes that are answered together, in characters: the main thread parses it without being held. */
const longestChunk = 200_000

/** A version of which nothing is stored declares nothing. @param {Stored | undefined} stored @returns {Comparable} */
function comparable(stored) {
  const { parts = '{"root":null,"submodules":[]}', engineConstraints } = stored ?? {}
  return {
    ...JSON.parse(parts),
    engineConstraints: engineConstraints ? JSON.parse(engineConstraints) : undefined,
  }
}

const isBreaking = (/** @type {Change} */ { breaking }) => breaking !== null

/** The numbers of breaking changes, up to the first version that breaks nothing. @param {Stored | undefined} from @param {(Stored | undefined)[]} to */
function count(from, to) {
  const before = comparable(from)
  const counts = []
  for (const each of to) {
    const breaking = changesBetween(before, comparable(each)).filter(isBreaking).length
    counts.push(breaking)
    if (breaking === 0) break
  }
  return counts
}

/** @param {Stored | undefined} from @param {Stored | undefined} to @param {Numbers} numbers */
function compare(from, to, numbers) {
  const changes = changesBetween(comparable(from), comparable(to))
  return {
    chunks: chunksOf(changes),
    breakingCount: changes.filter(isBreaking).length,
    missingStep: missingStep(numbers.from, numbers.to, changes),
  }
}

/** JSON texts of lists. */
function chunksOf(/** @type {readonly Change[]} */ changes) {
  const chunks = []
  let chunk = /** @type {string[]} */ ([])
  let length = 0
  for (const change of changes) {
    const text = JSON.stringify(shortened(change))
    chunk.push(text)
    length += text.length
    if (length < longestChunk) continue
    chunks.push(`[${chunk.join()}]`)
    chunk = []
    length = 0
  }
  return [...chunks, `[${chunk.join()}]`]
}

function shortened(/** @type {Change} */ { facts, ...change }) {
  const cut = (/** @type {string | null} */ text) => text && shortText(text, longestText)
  return {
    ...change,
    facts: facts.map(({ name, before, after }) => ({ name, before: cut(before), after: cut(after) })),
  }
}

/** @param {Candidate} candidate @param {Stored | undefined} before @param {Stored} after */
function evaluate({ version, published }, before, after) {
  const { changes: _, ...verdict } = evaluateVersion(
    version,
    published,
    before && comparable(before),
    comparable(after),
  )
  return verdict
}

parentPort?.on('message', ({ asked, ...of }) => {
  const answer =
    asked === 'count'
      ? count(of.from, of.to)
      : asked === 'compare'
        ? compare(of.from, of.to, of.numbers)
        : evaluate(of.candidate, of.before, of.after)
  parentPort?.postMessage({ answer }, [])
})
