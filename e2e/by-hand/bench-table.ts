import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import type { Visit } from './timed-page.js'

/** Of the worst visit, in the units of a visit. A kB is 1,000 bytes. */
const bounds: Visit = { rows: 1500, turn: 300, bytes: 250_000 }

const ms = (figure: number) => `${Math.round(figure)} ms`
const kB = (bytes: number) => `${Math.ceil(bytes / 1000)} kB`
const median = (figures: readonly number[]) =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]
const pair = (figures: readonly number[]) =>
  figures.length === 0 ? ['one page', ''] : [ms(median(figures) ?? 0), ms(Math.max(...figures))]
const line = ([name = '', ...cells]: readonly string[]) =>
  [name.padEnd(28), ...cells.map((cell) => cell.padStart(12))].join('').trimEnd()

/** The visits of each list page as lines of text, and a sentence for each bound that its worst visit misses. */
export function tableOf(visits: ReadonlyMap<string, readonly Visit[]>): {
  lines: string[]
  missed: string[]
} {
  const missed: string[] = []
  const judge = (what: string, worst: number, bound: number, unit: (figure: number) => string) => {
    if (worst > bound) missed.push(`MISSED: ${what}: ${unit(worst)}, bound ${unit(bound)}`)
  }
  const rows = [...visits].map(([name, seen]) => {
    const appeared = seen.map(({ rows }) => rows)
    const turned = seen.flatMap(({ turn }) => turn ?? [])
    const bytes = Math.max(...seen.map(({ bytes }) => bytes))
    judge(`${name}, rows visible`, Math.max(...appeared), bounds.rows, ms)
    judge(`${name}, next page`, Math.max(...turned), bounds.turn ?? 0, ms)
    judge(`${name}, first-load scripts`, bytes, bounds.bytes, kB)
    return line([name, ...pair(appeared), ...pair(turned), kB(bytes)])
  })
  const runs = [...visits.values()][0]?.length
  const load = loadavg().map((each) => each.toFixed(1))
  const lines = [
    `${runs} runs of each; Node.js ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()})`,
    `load of the machine afterwards: ${load.join(', ')}`,
    line(['', 'rows visible', '', 'next page', '', 'first-load']),
    line(['list page', 'median', 'worst', 'median', 'worst', 'scripts']),
    ...rows,
    line(['bound', '', ms(bounds.rows), '', ms(bounds.turn ?? 0), kB(bounds.bytes)]),
    ...(missed.length === 0 ? ['all bounds are kept'] : missed),
  ]
  return { lines, missed }
}

/** Writes what was measured to docs/performance/console.txt. */
export async function writeFigures(lines: readonly string[]): Promise<void> {
  await writeFile(new URL('../../docs/performance/console.txt', import.meta.url), `${lines.join('\n')}\n`)
}
