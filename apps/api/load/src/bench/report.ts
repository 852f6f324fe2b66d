import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import type { Say } from '../server/program.js'

const folder = new URL('../../../../../docs/performance/', import.meta.url)

/** The target of a figure, and whether the figure meets it. */
export type Target = readonly [text: string, isMet: boolean]

/** The least that each of several processes is to answer, as a part of what one does. */
const enoughOfEach = 0.8

/** The target of several processes of one build, by how many times as much as one they answer. */
export function targetOfSeveral(gain: number, processes: number): Target {
  const enough = enoughOfEach * processes
  return [`${enough.toFixed(1)} times`, gain >= enough]
}

/** Tells the rows of a table: the first column is of names, the last of targets, and the others are of figures. */
export function tableOf(
  columns: readonly string[],
  tell: Say,
  { first = 'request', last = 'target' }: { first?: string; last?: string } = {},
) {
  const widths = columns.map((heading, n) => Math.max(heading.length + 2, n === 0 ? 15 : 9))
  const line = (name: string, cells: readonly string[], last: string): void =>
    tell(
      [name.padEnd(40), ...cells.map((cell, n) => cell.padStart(widths[n] ?? 0)), `  ${last}`]
        .join('')
        .trimEnd(),
    )
  line(first, columns, last)
  return (name: string, cells: readonly string[], targets: readonly Target[] = []): void => {
    const verdicts = targets.map(([text, isMet]) => `${text} ${isMet ? 'kept' : 'MISSED'}`)
    line(name, cells, verdicts.join(', '))
  }
}

/** Empty where it was not measured, or the system does not tell. */
export const figure = (value: number | undefined, digits: number): string =>
  value === undefined || Number.isNaN(value) ? '' : value.toFixed(digits)

export function machine(): string {
  const [first] = cpus()
  return `Node.js ${process.versions.node}, ${cpus().length} cores (${first?.model.trim() ?? 'unknown'})`
}

/** Average number of processes that wanted a core, in the last minute and in the last five. */
export function load(): string {
  const [one = 0, five = 0] = loadavg()
  return `${one.toFixed(1)}, ${five.toFixed(1)}`
}

/** Writes what was measured to the file of this name in docs/performance. */
export async function writeFigures(name: string, lines: readonly string[]): Promise<void> {
  await writeFile(new URL(`${name}.txt`, folder), `${lines.join('\n')}\n`)
}

/** Milliseconds of each call, shortest first; the very first calls do not count. */
export async function timesOf(
  call: () => Promise<unknown>,
  count: number,
  uncounted = 10,
): Promise<number[]> {
  const times: number[] = []
  for (let n = -uncounted; n < count; n++) {
    const start = performance.now()
    await call()
    if (n >= 0) times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)
}

/** The time that such a part of all stays within. */
export function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
}
