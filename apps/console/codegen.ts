import type { CodegenConfig } from '@graphql-codegen/cli'
import {
  buildSchema,
  type DocumentNode,
  getNamedType,
  isLeafType,
  isObjectType,
  parse,
  type SelectionNode,
  visit,
} from 'graphql'
import { readFileSync } from 'node:fs'

const schema = '../api/schema.graphql'

/**
 * The document of each mutation that asks for what was refused and for the plain values of its answer, such as a secret;
 * `useChange` names it by its field.
 */
function changeDocuments(): string[] {
  const mutations =
    buildSchema(readFileSync(new URL(schema, import.meta.url), 'utf8'))
      .getMutationType()
      ?.getFields() ?? {}
  return Object.values(mutations).flatMap(({ name, type, args: [input] }) => {
    const payload = getNamedType(type)
    if (input?.name !== 'input' || !isObjectType(payload) || !payload.getFields()['userErrors']) return []
    const operation = `${name.charAt(0).toUpperCase()}${name.slice(1)}Change`
    const plain = Object.values(payload.getFields()).filter((field) => isLeafType(getNamedType(field.type)))
    const asked = ['userErrors { ...UserErrorFacts }', ...plain.map((field) => field.name)].join(' ')
    return [`mutation ${operation}($input: ${input.type}) { ${name}(input: $input) { ${asked} } }`]
  })
}

/** Asks each list that takes `page: $page` where this page lies in the whole, unless its document asks for `pageInfo`. */
function withPageFacts(document: DocumentNode): DocumentNode {
  return visit(document, {
    Field: (field) => {
      const { arguments: given = [], selectionSet } = field
      const isPaged = given.some(({ value }) => value.kind === 'Variable' && value.name.value === 'page')
      if (!isPaged || !selectionSet || selectionSet.selections.some(isPageInfo)) return undefined
      return {
        ...field,
        selectionSet: { ...selectionSet, selections: [...selectionSet.selections, ...pageFacts] },
      }
    },
  })
}

const isPageInfo = (node: SelectionNode): boolean => node.kind === 'Field' && node.name.value === 'pageInfo'

const pageFacts = parse('{ pageInfo { ...PageFacts } totalCount }').definitions.flatMap((definition) =>
  definition.kind === 'OperationDefinition' ? definition.selectionSet.selections : [],
)

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
              ...(document && { document: withPageFacts(document) }),
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
