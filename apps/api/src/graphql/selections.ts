import { ApolloServerErrorCode } from '@apollo/server/errors'
import {
  getNamedType,
  GraphQLError,
  isObjectType,
  Kind,
  valueFromASTUntyped,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql'

export type Variables = Readonly<Record<string, unknown>>

/** One key of an answer, with its nodes: the same key is asked for once, however often it is written. */
export interface Selected {
  readonly nodes: readonly FieldNode[]
  readonly field: GraphQLField<unknown, unknown>
  /** The type of the objects that it answers; undefined where it answers none. */
  readonly type: GraphQLObjectType | undefined
}

/** The fields that an operation asks for, collected as its execution does. The schema has no unions and no interfaces. */
export class Selections {
  constructor(
    private readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>,
    private readonly variables: Variables,
  ) {}

  root(
    type: GraphQLObjectType | undefined | null,
    { selectionSet }: OperationDefinitionNode,
  ): readonly Selected[] {
    return type ? this.collect(type, [selectionSet.selections]) : []
  }

  below({ type, nodes }: Pick<Selected, 'type' | 'nodes'>): readonly Selected[] {
    return type
      ? this.collect(
          type,
          nodes.map(({ selectionSet }) => selectionSet?.selections ?? []),
        )
      : []
  }

  argument({ nodes: [node] }: Selected, name: string): unknown {
    const argument = node?.arguments?.find((each) => each.name.value === name)
    return argument && valueFromASTUntyped(argument.value, this.variables)
  }

  private collect(type: GraphQLObjectType, sets: readonly (readonly SelectionNode[])[]): readonly Selected[] {
    const byKey = new Map<string, FieldNode[]>()
    const seen = new Set<string>()
    const walk = (selections: readonly SelectionNode[]): void => {
      for (const selection of selections) {
        if (!this.isAsked(selection)) continue
        if (selection.kind === Kind.FIELD) {
          const key = (selection.alias ?? selection.name).value
          const nodes = byKey.get(key)
          if (nodes) nodes.push(selection)
          else byKey.set(key, [selection])
        } else if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet.selections)
        else if (!seen.has(selection.name.value)) {
          seen.add(selection.name.value)
          walk(this.fragments[selection.name.value]?.selectionSet.selections ?? [])
        }
      }
    }
    for (const selections of sets) walk(selections)
    return [...byKey.values()].flatMap((nodes) => this.selected(type, nodes))
  }

  private selected(parent: GraphQLObjectType, nodes: readonly FieldNode[]): readonly Selected[] {
    const field = parent.getFields()[nodes[0]?.name.value ?? '']
    // Introspection is another rule's matter.
    if (!field) return []
    const type = getNamedType(field.type)
    return [{ nodes, field, type: isObjectType(type) ? type : undefined }]
  }

  private isAsked({ directives = [] }: SelectionNode): boolean {
    return directives.every(({ name, arguments: [condition] = [] }) => {
      const value = condition && valueFromASTUntyped(condition.value, this.variables)
      return name.value === 'include' ? value !== false : name.value === 'skip' ? value !== true : true
    })
  }
}

/** Makes the refusal of input before anything is looked up. */
export function badInput(message: string): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code: ApolloServerErrorCode.BAD_USER_INPUT, http: { status: 400 } },
  })
}
