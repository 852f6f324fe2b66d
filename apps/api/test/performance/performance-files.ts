import { readFile, writeFile } from 'node:fs/promises'
import { expect } from 'vitest'

const folder = new URL('../../../../docs/performance/', import.meta.url)

/**
 * Compares what was measured with the file of this name in docs/performance; with WRITE_PERFORMANCE=1 it is written
 * there instead. Lines given in columns are padded.
 */
export async function theFileHolds(
  name: string,
  lines: readonly (string | readonly string[])[],
): Promise<void> {
  const file = new URL(`${name}.txt`, folder)
  const now = `${columnsOf(lines).join('\n')}\n`
  if (process.env['WRITE_PERFORMANCE'] === '1') return writeFile(file, now)
  expect(now, `docs/performance/${name}.txt; WRITE_PERFORMANCE=1 writes it`).toBe(
    await readFile(file, 'utf8'),
  )
}

function columnsOf(lines: readonly (string | readonly string[])[]): string[] {
  const rows = lines.filter((line) => typeof line !== 'string')
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  return lines.map((line) =>
    typeof line === 'string'
      ? line
      : line
          .map((cell, column) => cell.padEnd(width(column)))
          .join('  ')
          .trimEnd(),
  )
}
