import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

const path = fileURLToPath(new URL('../../../../docs/PERFORMANCE.md', import.meta.url))

/**
 * Compares what was measured with the block of this name in docs/PERFORMANCE.md; with WRITE_PERFORMANCE=1 it is
 * written there instead. Lines given in columns are padded.
 */
export async function theDocumentHolds(
  name: string,
  lines: readonly (string | readonly string[])[],
): Promise<void> {
  const text = await readFile(path, 'utf8')
  const block = new RegExp(`(<!-- ${name} -->\n+\`\`\`text\n)([^]*?)(\`\`\`)`)
  const now = `${columnsOf(lines).join('\n')}\n`
  if (process.env['WRITE_PERFORMANCE'] === '1')
    return writeFile(
      path,
      text.replace(block, (_, start, __, end) => `${start}${now}${end}`),
    )
  expect(now, `${name} in docs/PERFORMANCE.md; WRITE_PERFORMANCE=1 writes it`).toBe(block.exec(text)?.[2])
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
