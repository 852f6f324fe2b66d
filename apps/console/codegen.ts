import type { CodegenConfig } from '@graphql-codegen/cli'

const config: CodegenConfig = {
  schema: '../api/schema.graphql',
  documents: ['src/**/*.{ts,tsx}', '!src/data/generated*/**'],
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
