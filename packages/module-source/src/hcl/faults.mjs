// @ts-check
// What is looked for in a file besides its syntax.

/** @typedef {import('./outline.mjs').OutlinedBlock} OutlinedBlock */

/** A fault of a file, and its place. */
export class Fault extends Error {
  constructor(/** @type {string} */ message, /** @type {number | undefined} */ line) {
    super(message)
    this.line = line
  }
}

/** A block by its keyword and labels, as messages name it. */
export function titleOf(/** @type {{ keyword: string, labels: readonly string[] }} */ { keyword, labels }) {
  if (labels.length === 0) return `the block ${keyword}`
  return [keyword, ...labels.map((label) => JSON.stringify(label.slice(0, 100)))].join(' ')
}

/** Numbers of labels of the blocks that this reads; those of all others are not counted. */
export const labelCounts = new Map([
  ['variable', 1],
  ['output', 1],
  ['module', 1],
  ['provider', 1],
  ['resource', 2],
  ['data', 2],
  ['ephemeral', 2],
  ['action', 2],
  ['list', 2],
  ['check', 1],
  ['locals', 0],
  ['moved', 0],
  ['removed', 0],
  ['import', 0],
])

/** All digits that the exponents of a file may stand for: `1e400` are 401. */
const mostDigits = 100_000

/** More tokens in one block, or outside of blocks, are not readable, and much memory to parse. */
const mostTokens = 50_000

/** Limit of the blocks in a file. */
const mostBlocks = 25_000

/** @param {{ keyword: string, labels: readonly string[], line: number }} block */
export function checkHead({ keyword, labels, line }) {
  const count = labelCounts.get(keyword)
  if (count === undefined) return
  if (labels.length !== count)
    throw new Fault(`a ${keyword} block has ${inWords(count)}, this one has ${labels.length || 'none'}`, line)
  const wrong = labels.find((label) => !/^[\p{ID_Start}_][\p{ID_Continue}-]*$/u.test(label))
  if (wrong !== undefined)
    throw new Fault(
      `${JSON.stringify(wrong)} is no name; names are letters, digits, "_" and "-", and no digit comes first`,
      line,
    )
}

function inWords(/** @type {number} */ count) {
  return count === 1 ? 'one label' : `${count || 'no'} labels`
}

/** A few characters could else stand for more digits than there is memory. */
export function checkNumbers(/** @type {readonly { text: string, line: number }[]} */ numbers) {
  let digits = 0
  for (const { text, line } of numbers) {
    digits += Number(/[eE][+-]?(\d+)$/.exec(text)?.[1] ?? 0)
    if (digits > mostDigits) throw new Fault('the exponents of the numbers are too large', line)
  }
}

/** @param {{ blocks: readonly OutlinedBlock[], tokens: number }} outline */
export function checkLengths({ blocks, tokens }) {
  const starts = [{ tokens: 0, line: 1 }, ...blocks]
  for (const [index, start] of starts.entries())
    if ((starts[index + 1]?.tokens ?? tokens) - start.tokens > mostTokens)
      throw new Fault('the code from here on is too long', start.line)
}

export function checkCount(/** @type {readonly { line: number }[]} */ blocks) {
  const tooMuch = blocks[mostBlocks]
  if (tooMuch) throw new Fault('the file has too many blocks', tooMuch.line)
}
