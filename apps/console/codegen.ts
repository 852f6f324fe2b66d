import type { CodegenConfig } from '@graphql-codegen/cli'
import { buildSchema, getNamedType, isLeafType, isObjectType } from 'graphql'
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

const config: CodegenConfig = {
  schema,
  documents: ['src/**/*.{ts,tsx}', '!src/data/generated*/**', ...changeDocuments()],
  generates: {
    [`${process.env['BUILD_FOLDER'] ?? 'src/data/generated'}/`]: {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
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
