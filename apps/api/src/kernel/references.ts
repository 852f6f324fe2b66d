import { faults, invalid, type Fault } from './errors.js'

/** References of an input, one for each item, with the faults of the items that are known so far. */
export interface References {
  /** Unchecked values. */
  readonly ids: readonly unknown[]
  /** Faults with paths `[index, …]`. */
  readonly faults: readonly Fault[]
}

/**
 * Resolves references to things, each once; `find` returns them by the names it was given. Throws the faults of all items
 * together: a name that is no text, or one that refers to nothing, which is reported as `problem`.
 */
export async function resolveReferences<Thing>(
  kind: string,
  { ids, faults: known }: References,
  find: (names: readonly string[]) => Promise<ReadonlyMap<string, Thing>>,
  problem = 'not found',
): Promise<readonly Thing[]> {
  const found = await find([...new Set(ids.filter(isName))])
  const wrong = ids.flatMap((id, index): Fault[] => {
    if (id === undefined || id === null || id === '') return [faults.blank(index, 'id')]
    if (!isName(id)) return [faults.invalid(index, 'id')]
    return found.has(id)
      ? []
      : [{ path: [index, 'id'], code: 'INVALID', message: `${kind} ${id} ${problem}` }]
  })
  const all = [...known, ...wrong].sort((one, other) => Number(one.path[0]) - Number(other.path[0]))
  if (all.length > 0) throw invalid(...all)
  return [...new Set(found.values())]
}

/** True for a possible name: a longer text, or one with other characters, refers to nothing. */
const isName = (id: unknown): id is string => typeof id === 'string' && /^[\w.-]{1,64}$/.test(id)
