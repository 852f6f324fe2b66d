import type { ApolloServerPlugin } from '@apollo/server'
import { getNullableType, isListType, Kind, valueFromASTUntyped, type OperationDefinitionNode } from 'graphql'
import { defaultPageSize, maximumPageSize } from '../kernel/page.js'
import type { GraphqlContext } from './context.js'
import { Selections, badInput, type Selected, type Variables } from './selections.js'

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** The items of a list without pages; without it they count as a full page. */
    readonly most?: number
    /** True for one object in an operation; its resolver weighs what it answers by what is stored. */
    readonly single?: true
  }
}

/** Refuses operations that ask for too many things, before any look-up; a field counts for each item of its list. */
export function costLimit(maximum: number): ApolloServerPlugin<GraphqlContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ schema, document, operation, request }) {
          if (!operation) return
          const fragments = Object.fromEntries(
            document.definitions
              .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
              .map((fragment) => [fragment.name.value, fragment]),
          )
          const variables = { ...defaultsOf(operation), ...request.variables }
          const selections = new Selections(fragments, variables)
          const asked = selections.root(schema.getRootType(operation.operation), operation)
          new Meter(selections, maximum).count(asked, 1, 1)
        },
      }
    },
  }
}

function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Variables {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
    ),
  )
}

class Meter {
  private total = 0
  private readonly single = new Set<string>()

  constructor(
    private readonly selections: Selections,
    private readonly maximum: number,
  ) {}

  /** Counts fields: `times` is how often they may be answered, `size` the page of the list that they belong to. */
  count(asked: readonly Selected[], times: number, size: number): void {
    for (const each of asked) {
      if (!each.type) continue
      const often = times * itemsOf(each, size)
      this.total += often
      if (this.total > this.maximum)
        throw badInput(`The operation may ask for ${this.maximum.toLocaleString('en')} things at most`)
      if (each.field.extensions.single) this.countSingle(each, often)
      else this.count(this.selections.below(each), often, this.pageSizeOf(each))
    }
  }

  private countSingle({ field: { name } }: Selected, often: number): void {
    if (often > 1 || this.single.has(name))
      throw badInput(`${name} can be asked of one object in an operation, once and not below a longer list`)
    this.single.add(name)
  }

  private pageSizeOf(asked: Selected): number {
    const page = this.selections.argument(asked, 'page')
    const size = (page as { size?: unknown } | null | undefined)?.size
    return typeof size === 'number' ? Math.min(Math.max(size, 1), maximumPageSize) : defaultPageSize
  }
}

function itemsOf({ field: { name, type, extensions } }: Selected, size: number): number {
  if (!isListType(getNullableType(type))) return 1
  return name === 'nodes' ? size : (extensions.most ?? maximumPageSize)
}
