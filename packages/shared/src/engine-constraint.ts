import { isEngineVersion } from './engine-version.js'
import { incremented } from './module-version.js'
import { compareVersions } from './version-order.js'

/**
 * Constraints as the engine's own CLI reads them, which is not how npm does: conditions between commas that all have to
 * be met, without "or"; what is left out of a number is 0; `~>` lets only the last number that was written grow. A
 * pre-release is met by its exact number alone.
 */
export interface EngineConstraint {
  /** All have to hold; the one or two of `~>` included. */
  readonly bounds: readonly EngineBound[]
  /** True if all conditions are exact numbers, so that a pre-release can meet it. */
  readonly isExact: boolean
}

export interface EngineBound {
  readonly operator: '=' | '!=' | '>' | '>=' | '<' | '<='
  readonly version: string
}

const operators = ['=', '!=', '>', '>=', '<', '<=', '~>'] as const

/** A fault between two places of the text, the second one not included. */
export interface ConstraintFault {
  readonly from: number
  readonly to: number
  readonly message: string
}

const example = 'such as ~> 1.5, != 1.5.3'

export function parseEngineConstraint(
  text: string,
): { readonly constraint: EngineConstraint } | { readonly faults: readonly ConstraintFault[] } {
  if (text.trim() === '')
    return { faults: [{ from: 0, to: text.length, message: `Write a constraint, ${example}` }] }
  const bounds: EngineBound[] = []
  const faults: ConstraintFault[] = []
  let end = -1
  for (const piece of text.split(',')) {
    const from = end + 1
    end = from + piece.length
    const parsed = parseCondition(piece)
    if (typeof parsed !== 'string') bounds.push(...parsed)
    else faults.push({ ...trimmed(piece, from), message: parsed })
  }
  return faults.length > 0 ? { faults } : { constraint: { bounds, isExact: isExact(bounds) } }
}

/**
 * Tells whether a version meets all conditions; what the database finds for a constraint is tested against
 * it.
 */
export function meetsEngineConstraint(version: string, { bounds, isExact }: EngineConstraint): boolean {
  if (version.includes('-') && !isExact) return false
  return bounds.every((bound) => holds(compareVersions(version, bound.version), bound.operator))
}

function holds(order: number, operator: EngineBound['operator']): boolean {
  switch (operator) {
    case '=':
      return order === 0
    case '!=':
      return order !== 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
    case '<':
      return order < 0
    case '<=':
      return order <= 0
  }
}

const isExact = (bounds: readonly EngineBound[]): boolean =>
  bounds.some(({ operator }) => operator === '=') &&
  bounds.every(({ operator }) => operator === '=' || operator === '!=')

/** The bounds of a condition, or what is wrong with it. */
function parseCondition(piece: string): EngineBound[] | string {
  const [, signs = '', number = ''] = /^([^0-9A-Za-z\s]*)\s*(.*)$/.exec(piece.trim()) ?? []
  if (piece.includes('|')) return 'There is no “or”: everything between the commas has to hold'
  if (signs === '' && number === '') return 'A condition is missing at the comma'
  const operator = operators.find((each) => each === (signs || '='))
  if (!operator) return `“${signs}” is no operator: there are ${operators.join(', ')}`
  if (number === '') return `A version number is missing after “${signs}”`
  if (/\s|[<>=~!]/.test(number)) return 'A comma is missing between two conditions'
  if (/^v?[\d.]*[x*](\.|$)/i.test(number))
    return `“${number}” is no version number: leave out what does not matter, as in ~> 1.5`
  const [, numbers = '', suffix] = /^v?(\d+(?:\.\d+)*)(?:-(.+))?$/.exec(number) ?? []
  const segments = numbers.split('.').map((digits) => digits.replace(/^0+(?=\d)/, ''))
  if (segments.length > 3) return `“${number}” has more than three numbers`
  const version = inFull(segments, suffix)
  if (numbers === '' || !isEngineVersion(version)) return `“${number}” is no version number`
  return operator === '~>' ? boundsOfGrowth(segments, suffix) : [{ operator, version }]
}

const inFull = (segments: readonly string[], suffix?: string): string =>
  [...segments, '0', '0'].slice(0, 3).join('.') + (suffix === undefined ? '' : `-${suffix}`)

/**
 * `~> 1.5` ends before 2.0.0, `~> 1.5.3` before 1.6.0, `~> 1` has no end. `~> 1.5.3-rc1` asks for other pre-releases,
 * and those have to be named, so that nothing meets it.
 */
function boundsOfGrowth(segments: readonly string[], suffix: string | undefined): EngineBound[] {
  if (suffix !== undefined) return [{ operator: '<', version: '0.0.0' }]
  const version = inFull(segments)
  if (segments.length === 1) return [{ operator: '>=', version }]
  const end = incremented(version, segments.length === 2 ? 'major' : 'minor')
  return [
    { operator: '>=', version },
    { operator: '<', version: end },
  ]
}

/** Places of a piece without the blanks around it; of a blank piece all of it. */
function trimmed(piece: string, from: number): Pick<ConstraintFault, 'from' | 'to'> {
  const text = piece.trim()
  const start = text === '' ? from : from + piece.indexOf(text)
  return { from: start, to: text === '' ? from + piece.length : start + text.length }
}
