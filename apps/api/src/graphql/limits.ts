import { GraphQLError, Kind, type ASTNode, type FragmentDefinitionNode, type ValidationRule } from 'graphql'

/** Refuses documents that nest deeper than so many fields; fragments count where they are spread. */
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

/** Each fragment is measured once, so that fragments which spread each other many times cost nothing. */
function depthMeter(fragments: ReadonlyMap<string, FragmentDefinitionNode>): (node: ASTNode) => number {
  const measured = new Map<string, number>()
  const depthOf = (node: ASTNode): number => {
    if (node.kind === Kind.FRAGMENT_SPREAD) return depthOfFragment(node.name.value)
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
