import { expect, test } from 'vitest'
import inlineOperations from '../../graphql-loader.mjs'

const inlined = (source: string): Promise<string> =>
  inlineOperations.call({ addDependency: () => undefined }, source)

test('an operation stands whole where it is written, and the table of all of them is not loaded', async () => {
  const text = await inlined(`import { graphql } from '../data/generated'

const SignIn = graphql(\`
  mutation SignIn($input: SignInInput!) {
    signIn(input: $input) {
      token
    }
  }
\`)
`)
  expect(text).toContain('const SignIn = "mutation SignIn($input: SignInInput!) { signIn(input: $input) {')
  expect(text).toContain('fragment UserErrorFacts on UserError')
  expect(text).not.toContain('import')
})

test('a fragment is part of the operations that spread it, and nothing by itself', async () => {
  const text = await inlined(
    'export const Facts = graphql(`\n  fragment UserErrorFacts on UserError {\n    message\n  }\n`)',
  )
  expect(text).toBe('export const Facts = undefined')
})

test('an operation that is not generated yet is left as it is', async () => {
  const source =
    "import { graphql } from 'x'\nconst New = graphql(`query NotGenerated { viewer { user { id } } }`)"
  expect(await inlined(source)).toBe(source)
})

test('a change that is named by its field becomes its document, which asks for what was refused', async () => {
  const text = await inlined("const remove = useChange('userDelete')")
  expect(text).toContain(
    'useChange("mutation UserDeleteChange($input: UserDeleteInput!) { userDelete(input: $input) { userErrors {',
  )
  expect(await inlined("change('userDelete', { id })")).toContain('change("mutation UserDeleteChange(')
})

test('a change that the API does not know stops the build', async () => {
  await expect(inlined("useChange('userExalt')")).rejects.toThrow('There is no mutation userExalt')
})
