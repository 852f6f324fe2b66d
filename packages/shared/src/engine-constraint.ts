import { engineVersionSortKey, isEngineVersion } from './engine-version.js'

/**
 * Constraints as the engine's own CLI reads them, which is not how npm does: conditions between commas that all have to
 * be met, without "or"; what is left out of a number is 0; `~>` lets only the last number that was written grow. A
 * pre-release is met by its exact number alone.
 */
export interface EngineConstraint {
  readonly conditions: readonly EngineCondition[]
  /** Whether nothing but exact numbers stand in it, so that a pre-release can meet it. */
  readonly isExact: boolean
}

/** In terms of the sort keys of versions. */
export interface EngineCondition {
  readonly operator: EngineOperator
  readonly key: string
  /** Of `~>`: the key that those that meet it lie below; undefined where they may grow without end. */
  readonly below?: string | undefined
  /** Of a pre-release with `~>`, which asks for other pre-releases, and those have to be named. */
  readonly isImpossible: boolean
}

const operators = ['=', '!=', '>', '>=', '<', '<=', '~>'] as const
type EngineOperator = (typeof operators)[number]

/** What is wrong between two places of the text, the second one not included. */
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
  const conditions: EngineCondition[] = []
  const faults: ConstraintFault[] = []
  let end = -1
  for (const piece of text.split(',')) {
    const from = end + 1
    end = from + piece.length
    const parsed = parseCondition(piece)
    if (typeof parsed !== 'string') conditions.push(parsed)
    else faults.push({ ...trimmed(piece, from), message: parsed })
  }
  return faults.length > 0 ? { faults } : { constraint: { conditions, isExact: isExact(conditions) } }
}

/** Whether a version meets all conditions. */
export function meetsEngineConstraint(
  version: string,
  { conditions, isExact: takesPreReleases }: EngineConstraint,
): boolean {
  if (version.includes('-') && !takesPreReleases) return false
  const key = engineVersionSortKey(version)
  return conditions.every((condition) => meets(key, condition))
}

function meets(key: string, condition: EngineCondition): boolean {
  switch (condition.operator) {
    case '=':
      return key === condition.key
    case '!=':
      return key !== condition.key
    case '>':
      return key > condition.key
    case '>=':
      return key >= condition.key
    case '<':
      return key < condition.key
    case '<=':
      return key <= condition.key
    case '~>': {
      const { below, isImpossible } = condition
      return !isImpossible && key >= condition.key && (below === undefined || key < below)
    }
  }
}

const isExact = (conditions: readonly EngineCondition[]): boolean =>
  conditions.some(({ operator }) => operator === '=') &&
  conditions.every(({ operator }) => operator === '=' || operator === '!=')

/** A condition, or what is wrong with it. */
function parseCondition(piece: string): EngineCondition | string {
  const [, signs = '', number = ''] = /^([^0-9A-Za-z\s]*)\s*(.*)$/.exec(piece.trim()) ?? []
  if (piece.includes('|')) return 'There is no “or”: everything between the commas has to hold'
  if (signs === '' && number === '') return 'A condition is missing beside the comma'
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
  const isImpossible = operator === '~>' && suffix !== undefined
  const key = engineVersionSortKey(version)
  return { operator, key, below: operator === '~>' ? keyAbove(segments) : undefined, isImpossible }
}

const inFull = (segments: readonly string[], suffix?: string): string =>
  [...segments, '0', '0'].slice(0, 3).join('.') + (suffix === undefined ? '' : `-${suffix}`)

/** `~> 1.5` ends before 2.0.0, `~> 1.5.3` before 1.6.0, `~> 1` has no end. */
function keyAbove(segments: readonly string[]): string | undefined {
  const fixed = segments.slice(0, -1)
  const last = fixed.pop()
  if (last === undefined) return undefined
  return engineVersionSortKey(inFull([...fixed, String(BigInt(last) + 1n)]))
}

/** Where a piece stands without the blanks around it; of a blank piece all of it. */
function trimmed(piece: string, from: number): Pick<ConstraintFault, 'from' | 'to'> {
  const text = piece.trim()
  const start = text === '' ? from : from + piece.indexOf(text)
  return { from: start, to: text === '' ? from + piece.length : start + text.length }
}
