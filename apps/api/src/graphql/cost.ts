import type { ApolloServerPlugin } from '@apollo/server'
import { ApolloServerErrorCode } from '@apollo/server/errors'
import {
  GraphQLError,
  Kind,
  valueFromASTUntyped,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { defaultPageSize, maximumPageSize } from '../kernel/page.js'
import type { GraphqlContext } from './context.js'

type Variables = Readonly<Record<string, unknown>>
type Fragments = Readonly<Record<string, FragmentDefinitionNode>>

/**
 * Refuses operations that ask for too many things at once: a list counts as many as its page may hold, what is asked
 * of its items as often again. Counted before anything is looked up.
 */
export function costLimit(maximum: number): ApolloServerPlugin<GraphqlContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ document, operation, request }) {
          if (!operation) return
          const fragments = Object.fromEntries(
            document.definitions
              .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
              .map((fragment) => [fragment.name.value, fragment]),
          )
          const variables = { ...defaultsOf(operation), ...request.variables }
          new Meter(fragments, variables, maximum).count(operation.selectionSet, 1, 1)
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

  constructor(
    private readonly fragments: Fragments,
    private readonly variables: Variables,
    private readonly maximum: number,
  ) {}

  /** `times` is how often these fields may be answered, `size` the page of the list that they belong to. */
  count(selections: SelectionSetNode, times: number, size: number): void {
    for (const field of this.fieldsIn(selections, new Set())) {
      if (!field.selectionSet) continue
      const often = field.name.value === 'nodes' ? times * size : times
      this.total += often
      if (this.total > this.maximum) throw tooCostly(this.maximum)
      this.count(field.selectionSet, often, this.pageSizeOf(field))
    }
  }

  /** Each fragment counts once where it is spread, as in its execution. */
  private *fieldsIn({ selections }: SelectionSetNode, seen: Set<string>): Generator<FieldNode> {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) yield selection
      else if (selection.kind === Kind.INLINE_FRAGMENT) yield* this.fieldsIn(selection.selectionSet, seen)
      else if (!seen.has(selection.name.value)) {
        seen.add(selection.name.value)
        const fragment = this.fragments[selection.name.value]
        if (fragment) yield* this.fieldsIn(fragment.selectionSet, seen)
      }
    }
  }

  private pageSizeOf(field: FieldNode): number {
    const argument = field.arguments?.find(({ name }) => name.value === 'page')
    const page = argument && valueFromASTUntyped(argument.value, this.variables)
    const size = (page as { size?: unknown } | null | undefined)?.size
    return typeof size === 'number' ? Math.min(Math.max(size, 1), maximumPageSize) : defaultPageSize
  }
}

function tooCostly(maximum: number): GraphQLError {
  return new GraphQLError(`The operation may ask for ${maximum.toLocaleString('en')} things at most`, {
    extensions: { code: ApolloServerErrorCode.BAD_USER_INPUT, http: { status: 400 } },
  })
}
