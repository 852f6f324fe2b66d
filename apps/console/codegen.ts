import type { CodegenConfig } from '@graphql-codegen/cli'
import {
  buildSchema,
  type DocumentNode,
  type FieldNode,
  getNamedType,
  type GraphQLNamedType,
  isLeafType,
  isObjectType,
  parse,
  type SelectionNode,
  visit,
} from 'graphql'
import { readFileSync } from 'node:fs'

const schema = '../api/schema.graphql'

const mutations =
  buildSchema(readFileSync(new URL(schema, import.meta.url), 'utf8'))
    .getMutationType()
    ?.getFields() ?? {}

const isRefusable = (payload: GraphQLNamedType) =>
  isObjectType(payload) && Object.hasOwn(payload.getFields(), 'userErrors')

/**
 * The document of each mutation that asks for what was refused and for the plain values of its answer, such as a secret;
 * `useChange` names it by its field.
 */
function changeDocuments(): string[] {
  return Object.values(mutations).flatMap(({ name, type, args: [input] }) => {
    const payload = getNamedType(type)
    if (input?.name !== 'input' || !isObjectType(payload) || !isRefusable(payload)) return []
    const operation = `${name.charAt(0).toUpperCase()}${name.slice(1)}Change`
    const plain = Object.values(payload.getFields()).filter((field) => isLeafType(getNamedType(field.type)))
    const asked = ['userErrors { ...UserErrorFacts }', ...plain.map((field) => field.name)].join(' ')
    return [`mutation ${operation}($input: ${input.type}) { ${name}(input: $input) { ${asked} } }`]
  })
}

/** Completes a document: a list by `page: $page` is asked where the page lies in the whole, a mutation what was refused. */
function completed(document: DocumentNode): DocumentNode {
  return visit(document, {
    Field: (field) => {
      const { selectionSet } = field
      const missing = missingIn(field)
      return selectionSet && missing.length > 0
        ? {
            ...field,
            selectionSet: { ...selectionSet, selections: [...selectionSet.selections, ...missing] },
          }
        : undefined
    },
  })
}

/** Returns no fields where the document itself asks for `pageInfo` or `userErrors`. */
function missingIn({ name, arguments: given = [], selectionSet }: FieldNode): readonly SelectionNode[] {
  const asks = (wanted: string) =>
    selectionSet?.selections.some((node) => node.kind === 'Field' && node.name.value === wanted)
  const isPaged = given.some(({ value }) => value.kind === 'Variable' && value.name.value === 'page')
  if (isPaged && !asks('pageInfo')) return pageFacts
  const mutation = mutations[name.value]
  return mutation && isRefusable(getNamedType(mutation.type)) && !asks('userErrors') ? refusals : []
}

const selected = (text: string): readonly SelectionNode[] =>
  parse(text).definitions.flatMap((definition) =>
    definition.kind === 'OperationDefinition' ? definition.selectionSet.selections : [],
  )

const pageFacts = selected('{ pageInfo { ...PageFacts } totalCount }')
const refusals = selected('{ userErrors { ...UserErrorFacts } }')

const config: CodegenConfig = {
  schema,
  documents: ['src/**/*.{ts,tsx}', '!src/data/generated*/**', ...changeDocuments()],
  generates: {
    [`${process.env['BUILD_FOLDER'] ?? 'src/data/generated'}/`]: {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      documentTransforms: [
        {
          transform: ({ documents }) =>
            documents.map(({ document, ...file }) => ({
              ...file,
              ...(document && { document: completed(document) }),
            })),
        },
      ],
      config: {
        documentMode: 'string',
        enumsAsTypes: true,
        inputMaybeValue: 'T | null | undefined',
        scalars: { DateTime: 'string', JSON: 'unknown' },
        skipTypename: true,
        strictScalars: true,
        useTypeImports: true,
      },
    },
  },
}

export default config
