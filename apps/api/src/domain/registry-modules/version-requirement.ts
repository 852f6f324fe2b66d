import { meetsEngineConstraint, parseEngineConstraint, type EngineConstraint } from '@engine/shared'

/**
 * Whether a version that met the constraint before need not meet it now. Constraints change what they say only at the
 * versions that stand in them, so those and their neighbours are tried. What cannot be read may mean anything.
 */
export function isNarrowed(before: string, after: string): boolean {
  if (before === after || after.trim() === '') return false
  const [earlier, later] = [before.trim() === '' ? anyVersion : parsed(before), parsed(after)]
  if (!earlier || !later) return true
  return [earlier, later]
    .flatMap(({ bounds }) => bounds)
    .flatMap(({ version }) => neighbours(version))
    .some((version) => meetsEngineConstraint(version, earlier) && !meetsEngineConstraint(version, later))
}

const anyVersion: EngineConstraint = { bounds: [], isExact: false }

function parsed(text: string): EngineConstraint | undefined {
  const outcome = parseEngineConstraint(text)
  return 'constraint' in outcome ? outcome.constraint : undefined
}

/** Larger than any number that is given. */
const many = 999_999_999

/** The version, the one just above and the one just below. */
function neighbours(version: string): string[] {
  const [major = 0, minor = 0, patch = 0] = version.replace(/-.*/, '').split('.').map(Number)
  const below = [
    ...(patch > 0 ? [[major, minor, patch - 1]] : []),
    ...(minor > 0 ? [[major, minor - 1, many]] : []),
    ...(major > 0 ? [[major - 1, many, many]] : []),
  ]
  const around = [[major, minor, patch], [major, minor, patch + 1], ...below.slice(0, 1)]
  return [version, ...around.map((numbers) => numbers.join('.'))]
}
