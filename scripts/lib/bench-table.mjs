import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { Fault } from './fault.mjs'
import { root } from './workspace.mjs'

const ms = (figure) => `${Math.round(figure)} ms`
const kB = (bytes) => `${Math.ceil(bytes / 1000)} kB`
const median = (figures) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]
const pair = (figures) =>
  figures.length === 0 ? ['one page', ''] : [ms(median(figures)), ms(Math.max(...figures))]
const line = ([name, ...cells]) =>
  [name.padEnd(28), ...cells.map((cell) => cell.padStart(12))].join('').trimEnd()

/**
 * The visits of each list page as lines of text, and a sentence for each bound that its worst visit misses; of the
 * three figures of a visit see `visit`.
 */
export function tableOf(visits, bounds, runs) {
  const missed = []
  const judge = (what, worst, bound, unit) => {
    if (worst > bound) missed.push(`MISSED: ${what}: ${unit(worst)}, bound ${unit(bound)}`)
  }
  const rows = Object.entries(visits).map(([name, seen]) => {
    const figures = (what) => seen.map((each) => each[what]).filter((figure) => figure !== null)
    const [appeared, turned, bytes] = [figures('rows'), figures('turn'), Math.max(...figures('bytes'))]
    judge(`${name}, rows visible`, Math.max(...appeared), bounds.rows, ms)
    judge(`${name}, next page`, Math.max(...turned), bounds.turn, ms)
    judge(`${name}, first-load scripts`, bytes, bounds.bytes, kB)
    return line([name, ...pair(appeared), ...pair(turned), kB(bytes)])
  })
  const load = loadavg().map((each) => each.toFixed(1))
  const lines = [
    `${runs} runs of each; Node.js ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()})`,
    `load of the machine afterwards: ${load.join(', ')}`,
    line(['', 'rows visible', '', 'next page', '', 'first-load']),
    line(['list page', 'median', 'worst', 'median', 'worst', 'scripts']),
    ...rows,
    line(['bound', '', ms(bounds.rows), '', ms(bounds.turn), kB(bounds.bytes)]),
    ...(missed.length === 0 ? ['all bounds are kept'] : missed),
  ]
  return { lines, missed }
}

/** Writes the lines into the block of this name in docs/PERFORMANCE.md. */
export function writeBlock(name, lines) {
  const file = join(root, 'docs', 'PERFORMANCE.md')
  const text = readFileSync(file, 'utf8')
  const block = new RegExp(`(<!-- ${name} -->\n+\`\`\`text\n)[^]*?(\`\`\`)`)
  if (!block.test(text)) throw new Fault(`docs/PERFORMANCE.md has no block "${name}".`)
  writeFileSync(
    file,
    text.replace(block, (_, start, end) => `${start}${lines.join('\n')}\n${end}`),
  )
}
