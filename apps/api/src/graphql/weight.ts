import { getNamedType, isObjectType, type GraphQLResolveInfo } from 'graphql'
import { badInput, Selections, type Selected } from './selections.js'

/** The limits of one object with all in it: a version declares 20,000 things at most, in folders that count too. */
const most = { things: 25_000, characters: 8 * 1024 ** 2 }

/**
 * Refuses to answer an object that was read as a whole with more of it than one answer may hold, such as its lists
 * under many names. Each part is counted as often as it is asked for, before any of it is answered.
 */
export function requireAffordable(value: object, info: GraphQLResolveInfo): void {
  const { fieldNodes: nodes, fragments, variableValues, returnType } = info
  const selections = new Selections(fragments, variableValues)
  const type = getNamedType(returnType)
  let [things, characters] = [0, 0]
  const weigh = (values: readonly unknown[], asked: Pick<Selected, 'type' | 'nodes'>): void => {
    const items = values.flat(1)
    things += asked.type ? items.length : 0
    characters += items.reduce<number>((sum, item) => sum + (typeof item === 'string' ? item.length : 0), 0)
    if (things > most.things || characters > most.characters)
      throw badInput(`${info.fieldName} is too large to be answered with all that is asked of it`)
    for (const each of items.length > 0 ? selections.below(asked) : [])
      weigh(
        items.map((item) => (item as Readonly<Record<string, unknown>>)[each.field.name]),
        each,
      )
  }
  weigh([value], { nodes, type: isObjectType(type) ? type : undefined })
}
