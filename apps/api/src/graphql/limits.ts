import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  type ASTNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql'

/** Refuses documents that nest deeper than this number of fields; fragments count where they are spread. */
export function depthLimit(maximum: number): ValidationRule {
  return (context) => ({
    Document(document) {
      const fragments = new Map(
        document.definitions
          .filter(
            (definition): definition is FragmentDefinitionNode =>
              definition.kind === Kind.FRAGMENT_DEFINITION,
          )
          .map((fragment) => [fragment.name.value, fragment]),
      )
      const depthOf = depthMeter(fragments)
      for (const definition of document.definitions)
        if (definition.kind === Kind.OPERATION_DEFINITION && depthOf(definition) > maximum)
          context.reportError(
            new GraphQLError(`The document nests deeper than ${maximum} fields`, { nodes: [definition] }),
          )
    },
  })
}

/** Refuses documents that ask for the same things under too many names. */
export function aliasLimit(maximum: number): ValidationRule {
  return (context) => {
    let aliases = 0
    return {
      Field({ alias }) {
        if (alias) aliases++
        if (alias && aliases === maximum + 1)
          context.reportError(new GraphQLError(`The document uses more than ${maximum} aliases`))
      },
    }
  }
}

/** Refuses aliases within introspection, each of which would multiply what the others answer. */
export function introspectionLimit(): ValidationRule {
  return (context) => ({
    Field({ alias }) {
      if (alias && context.getParentType()?.name.startsWith('__'))
        context.reportError(new GraphQLError('Introspection takes no aliases'))
    },
  })
}

/** Refuses operations that change too many things. */
export function mutationLimit(maximum: number): ValidationRule {
  return (context) => ({
    OperationDefinition({ operation, selectionSet }) {
      if (operation !== OperationTypeNode.MUTATION) return
      const changes = fieldsIn(selectionSet, context, new Set())
      if (changes > maximum)
        context.reportError(new GraphQLError(`The operation makes more than ${maximum} changes`))
    },
  })
}

/** Refuses documents with one of these fields more than once, by whatever aliases and fragments. */
export function onceLimit(names: readonly string[], message: string): ValidationRule {
  return (context) => {
    let count = 0
    return {
      Field({ name }) {
        if (names.includes(name.value) && ++count === 2) context.reportError(new GraphQLError(message))
      },
    }
  }
}

function fieldsIn(
  { selections }: SelectionSetNode,
  context: ValidationContext,
  seen: Set<FragmentDefinitionNode>,
): number {
  const counts = selections.map((selection) => {
    if (selection.kind === Kind.FIELD) return 1
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsIn(selection.selectionSet, context, seen)
    const fragment = context.getFragment(selection.name.value)
    if (!fragment || seen.has(fragment)) return 0
    seen.add(fragment)
    return fieldsIn(fragment.selectionSet, context, seen)
  })
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Measures depth, each fragment once, so that fragments which spread each other many times cost nothing. */
function depthMeter(fragments: ReadonlyMap<string, FragmentDefinitionNode>): (node: ASTNode) => number {
  const measured = new Map<string, number>()
  const depthOf = (node: ASTNode): number => {
    if (node.kind === Kind.FRAGMENT_SPREAD) return depthOfFragment(node.name.value)
    // Introspection nests deep by nature; a rule of the library bounds it.
    if (node.kind === Kind.FIELD && node.name.value.startsWith('__')) return 1
    const selections = 'selectionSet' in node ? (node.selectionSet?.selections ?? []) : []
    return Math.max(0, ...selections.map(depthOf)) + (node.kind === Kind.FIELD ? 1 : 0)
  }
  const depthOfFragment = (name: string): number => {
    const known = measured.get(name)
    if (known !== undefined) return known
    // A fragment that spreads itself is another rule's to refuse; here it only must not run for ever.
    measured.set(name, 0)
    const fragment = fragments.get(name)
    const depth = fragment ? depthOf(fragment) : 0
    measured.set(name, depth)
    return depth
  }
  return depthOf
}
