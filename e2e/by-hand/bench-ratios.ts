import { writeFile } from 'node:fs/promises'
import { line, machine, median, ms } from './bench-table.js'

/** Milliseconds until the first rows, of each visit of a list on both sites. */
export interface Pair {
  readonly small: number[]
  readonly full: number[]
}

/** Most that a list may take on a large site, as a multiple of what it takes on a small one. */
const mostRatio = 1.1
/** Largest growth of the memory of the API from one act to the next, in bytes. */
const mostMemory = 64 * 1024 * 1024

interface Act {
  readonly targets: number
  readonly bytes: number
  readonly time: number
}

/** The lists of both sites as lines of text, and a sentence for each bound that is missed. */
export function ratiosOf(pairs: ReadonlyMap<string, Pair>, act: Act): { lines: string[]; missed: string[] } {
  const missed: string[] = []
  const rows = [...pairs].map(([name, { small, full }]) => {
    const ratio = median(full) / median(small)
    if (ratio > mostRatio) missed.push(`MISSED: ${name}: ${ratio.toFixed(2)} times, bound ${mostRatio}`)
    return line([name, ms(median(small)), ms(median(full)), ratio.toFixed(2)])
  })
  if (act.bytes > mostMemory) missed.push(`MISSED: memory of an act after another: ${mebibytes(act.bytes)}`)
  const lines = [
    ...machine([...pairs.values()][0]?.small.length),
    line(['', 'thirty', 'full', 'ratio']),
    ...rows,
    line(['bound', '', '', String(mostRatio)]),
    `an act on ${act.targets} workspaces: ${Math.round(act.time / 1000)} s; the API grows by ${mebibytes(act.bytes)} more as it is undone, bound ${mebibytes(mostMemory)}`,
    ...(missed.length === 0 ? ['all bounds are kept'] : missed),
  ]
  return { lines, missed }
}

const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MiB`

/** Writes what was measured to docs/performance/console-full.txt. */
export async function writeRatios(lines: readonly string[]): Promise<void> {
  await writeFile(
    new URL('../../docs/performance/console-full.txt', import.meta.url),
    `${lines.join('\n')}\n`,
  )
}
