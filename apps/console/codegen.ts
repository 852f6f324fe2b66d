import type { CodegenConfig } from '@graphql-codegen/cli'
import { buildSchema, isObjectType, getNamedType } from 'graphql'
import { readFileSync } from 'node:fs'

const schema = '../api/schema.graphql'

/** The document of each mutation that asks for nothing but what was refused; `useChange` names it by its field. */
function changeDocuments(): string[] {
  const mutations =
    buildSchema(readFileSync(new URL(schema, import.meta.url), 'utf8'))
      .getMutationType()
      ?.getFields() ?? {}
  return Object.values(mutations).flatMap(({ name, type, args: [input] }) => {
    const payload = getNamedType(type)
    if (input?.name !== 'input' || !isObjectType(payload) || !payload.getFields()['userErrors']) return []
    const operation = `${name.charAt(0).toUpperCase()}${name.slice(1)}Change`
    return [
      `mutation ${operation}($input: ${input.type}) { ${name}(input: $input) { userErrors { ...UserErrorFacts } } }`,
    ]
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
