import {
  parse,
  print,
  visit,
  type ASTNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
} from 'graphql'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const console = fileURLToPath(new URL('../../../console/src', import.meta.url))

export interface ConsoleQuery {
  readonly name: string
  readonly variables: readonly string[]
  /** The document with all its fragments. */
  readonly document: string
}

/** Every question that a page of the console asks, as it stands in its sources. */
export async function consoleQueries(): Promise<ConsoleQuery[]> {
  const files = (await readdir(console, { recursive: true })).filter((name) =>
    /(?<!\.test)\.tsx?$/.test(name),
  )
  const sources = files
    .filter((name) => !name.includes('generated'))
    .map((name) => readFile(join(console, name), 'utf8'))
  const texts = (await Promise.all(sources)).flatMap((text) => [...text.matchAll(/graphql\(`([^`]*)`\)/g)])
  const definitions = texts.flatMap(([, text = '']) => parse(text).definitions)
  const fragments = new Map(
    definitions.flatMap((each) =>
      each.kind === 'FragmentDefinition' ? [[each.name.value, each] as const] : [],
    ),
  )
  return definitions.flatMap((each) =>
    each.kind === 'OperationDefinition' && each.operation === 'query' ? [toQuery(each, fragments)] : [],
  )
}

function toQuery(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): ConsoleQuery {
  const used = new Set<FragmentDefinitionNode>()
  const follow = (node: ASTNode): void => {
    visit(node, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value)
        if (!fragment) throw new Error(`no fragment ${name.value}`)
        if (used.has(fragment)) return
        used.add(fragment)
        follow(fragment)
      },
    })
  }
  follow(operation)
  return {
    name: operation.name?.value ?? '',
    variables: (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value),
    document: [operation, ...used].map(print).join('\n'),
  }
}
