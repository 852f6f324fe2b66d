import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { mostScripts, type Visit } from './timed-page.js'

/** Bounds for the worst visit, in the units of a visit. A kB is 1,000 bytes. */
const bounds: Visit = { rows: 1500, turn: 300, bytes: mostScripts }

export const ms = (figure: number) => `${Math.round(figure)} ms`
const kB = (bytes: number) => `${Math.ceil(bytes / 1000)} kB`
export const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
const pair = (figures: readonly number[]) =>
  figures.length === 0 ? ['one page', ''] : [ms(median(figures)), ms(Math.max(...figures))]
export const line = ([name = '', ...cells]: readonly string[]) =>
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
  const lines = [
    ...machine([...visits.values()][0]?.length),
    line(['', 'rows visible', '', 'next page', '', 'first-load']),
    line(['list page', 'median', 'worst', 'median', 'worst', 'scripts']),
    ...rows,
    line(['bound', '', ms(bounds.rows), '', ms(bounds.turn ?? 0), kB(bounds.bytes)]),
    ...(missed.length === 0 ? ['all bounds are kept'] : missed),
  ]
  return { lines, missed }
}

/** Lines that say how often was measured, and on which machine. */
export const machine = (runs: number | undefined): string[] => [
  `${runs} runs of each; Node.js ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()})`,
  `load of the machine afterwards: ${loadavg()
    .map((each) => each.toFixed(1))
    .join(', ')}`,
]

/** Writes what was measured to docs/performance/console.txt. */
export async function writeFigures(lines: readonly string[]): Promise<void> {
  await writeFile(new URL('../../docs/performance/console.txt', import.meta.url), `${lines.join('\n')}\n`)
}
