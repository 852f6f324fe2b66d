import { faults, invalid, type Fault } from '../kernel/errors.js'

/** Things that an input names, one an item, with what is known to be wrong with the items so far. */
export interface Named {
  /** Unchecked values. */
  readonly ids: readonly unknown[]
  /** By `[index, …]`. */
  readonly faults: readonly Fault[]
}

/**
 * The things behind the names, each once; `find` gives them by the names it was asked for. Throws the faults of all
 * items together: a name that is no text, or one that leads to nothing, which is the `problem` of that name.
 */
export async function thingsNamed<Thing>(
  kind: string,
  { ids, faults: known }: Named,
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

/** A longer text, or one with other characters, names nothing. */
const isName = (id: unknown): id is string => typeof id === 'string' && /^[\w.-]{1,64}$/.test(id)
