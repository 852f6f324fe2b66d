import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { percentile } from './client.js'

const folder = new URL('../../../../../docs/performance/', import.meta.url)

export interface Measured {
  readonly name: string
  readonly by: string
  /** Milliseconds of each request, shortest first. */
  readonly times: readonly number[]
  /** Milliseconds of processor time that one took, of the API and the database together. */
  readonly processor?: number
  /** Milliseconds that 95 of 100 are to stay within. */
  readonly within?: number
  /** The same of the median, where that is the target. */
  readonly medianWithin?: number
}

export const headings = line(['request', 'asked by', 'p50 ms', 'p95 ms', 'times bare', 'CPU ms', 'target'])

export function rowOf({ name, by, times, processor, within, medianWithin }: Measured, bare: number): string {
  const [middle, most] = [percentile(times, 0.5), percentile(times, 0.95)]
  const verdict = (target: number, measured: number) => (measured <= target ? 'kept' : 'MISSED')
  const targets = [
    within === undefined ? [] : `${within} ${verdict(within, most)}`,
    medianWithin === undefined ? [] : `p50 ${medianWithin} ${verdict(medianWithin, middle)}`,
  ]
  return line([
    name,
    by,
    middle.toFixed(1),
    most.toFixed(1),
    (middle / bare).toFixed(1),
    processor?.toFixed(1),
    targets.flat().join(', '),
  ])
}

function line([name = '', by = '', ...cells]: readonly (string | undefined)[]): string {
  const [middle = '', most = '', ratio = '', processor = '', target = ''] = cells
  const figures = [middle.padStart(7), most.padStart(7), ratio.padStart(10), processor.padStart(6)]
  return [name.padEnd(40), by.padEnd(13), ...figures, ` ${target}`].join('  ').trimEnd()
}

export function machine(): string {
  const [first] = cpus()
  return `Node.js ${process.versions.node}, ${cpus().length} cores (${first?.model.trim() ?? 'unknown'})`
}

/** How many processes wanted a core: in the last minute, and in the last five. */
export function load(): string {
  const [one = 0, five = 0] = loadavg()
  return `${one.toFixed(1)}, ${five.toFixed(1)}`
}

/** Writes what was measured to the file of this name in docs/performance. */
export async function writeFigures(name: string, lines: readonly string[]): Promise<void> {
  await writeFile(new URL(`${name}.txt`, folder), `${lines.join('\n')}\n`)
}
