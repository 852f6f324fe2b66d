import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('walk.golden.txt', import.meta.url))

/** The widths of its columns, in characters. */
const [operationWidth, statusWidth] = [120, 15]

/** A line of the golden file: an operation, with a cell for each kind of caller. */
export const goldenLine = (operation: string, cells: readonly (string | number)[]): string =>
  `${operation.padEnd(operationWidth)}${cells.map((cell) => String(cell).padEnd(statusWidth)).join('')}`.trimEnd()

const cellsOf = (line: string): string[] =>
  line
    .slice(operationWidth)
    .match(new RegExp(`.{1,${statusWidth}}`, 'g'))
    ?.map((cell) => cell.trim()) ?? []

/** The statuses that `walk.test.ts` expects: for each operation that of each kind of caller. */
export async function walkedStatuses(): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const [head = '', ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\n')
  const callers = cellsOf(head)
  return new Map(
    lines.map((line) => {
      const statuses = cellsOf(line).map((status, index) => [callers[index] ?? '', status])
      return [line.slice(0, operationWidth).trim(), Object.fromEntries(statuses)]
    }),
  )
}
