import { shareOf, type Measured } from './figures.js'

const widths = [24, 9, 11, 9, 9, 8, 9, 9, 9, 9, 8, 6]

/** Two lines above the rows. */
export const headings = [
  line([
    '',
    'a second',
    'node:http',
    'Express',
    'of http',
    'of Ex.',
    'p50',
    'p99',
    'CPU',
    'CPU',
    'SQL',
    'RSS',
  ]),
  line(['', '', 'bare', 'bare', '', '', 'ms', 'ms', 'API µs', 'DB µs', '', 'MB', 'targets']),
]

export function rowOf(measured: Measured): string {
  const { name, rate, http, express, median, slowest, processor, database, statements, memory } = measured
  const cells = [
    ...[rate, http, express].map((each) => figure(each, 0)),
    ...[shareOf(rate, http), shareOf(rate, express)].map((each) => figure(each, 2)),
    ...[figure(median, 1), figure(slowest, 1), figure(processor, 0), figure(database, 0)],
    ...[figure(statements, 2), figure(memory === undefined ? undefined : memory / 1e6, 0)],
  ]
  const targets = measured.targets.map((each) => `${each.text} ${each.isMet(measured) ? 'kept' : 'MISSED'}`)
  return line([name, ...cells, targets.join(', ')])
}

/** How many targets are kept, and each that is not with its row. */
export function summaryOf(all: readonly Measured[]): string[] {
  const judged = all.flatMap((each) => each.targets.map((target) => ({ each, target })))
  const missed = judged.filter(({ each, target }) => !target.isMet(each))
  return [
    `${judged.length - missed.length} of ${judged.length} targets are kept`,
    ...missed.map(({ each, target }) => `MISSED: ${each.name}: ${target.text}`),
  ]
}

const figure = (value: number | undefined, digits: number): string =>
  value === undefined || Number.isNaN(value) ? '' : value.toFixed(digits)

function line([name = '', ...cells]: readonly string[]): string {
  const [first = 0, ...others] = widths
  const figures = others.map((width, at) => (cells[at] ?? '').padStart(width)).join('')
  return `${name.padEnd(first)}${figures}  ${cells[others.length] ?? ''}`.trimEnd()
}
