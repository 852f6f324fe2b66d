/** Tells whether two values are equal as JSON, with their keys in the same order. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The names under which two states of the same form differ. */
export const changedNames = <Values extends object>(values: Values, base: Values): (keyof Values)[] =>
  (Object.keys(base) as (keyof Values)[]).filter((name) => !isSame(values[name], base[name]))

/** Returns changed values alone, so that another user's change is not undone. */
export const changesOf = <Values extends object>(values: Values, base: Values): Partial<Values> =>
  Object.fromEntries(changedNames(values, base).map((name) => [name, values[name]])) as Partial<Values>

/**
 * Brings two people's changes of the same thing together: what only they changed is theirs, what I changed
 * stays mine; `both` names what both changed in different ways.
 */
export function mergeValues<Values extends object>(
  base: Values,
  mine: Values,
  theirs: Values,
): { values: Values; both: (keyof Values)[] } {
  return {
    values: { ...theirs, ...changesOf(mine, base) },
    both: changedNames(mine, base).filter(
      (name) => !isSame(theirs[name], base[name]) && !isSame(theirs[name], mine[name]),
    ),
  }
}
