import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const generated = fileURLToPath(new URL('src/data/generated/graphql.ts', import.meta.url))

/**
 * Puts the whole text of an operation, its fragments included, in the place where it is written, or where a change is
 * named. Without it every page would carry a table of all operations of the console. One that is not generated yet is
 * left to that table.
 */
export default async function inlineOperations(source) {
  this.addDependency(generated)
  const texts = textsIn(await readFile(generated, 'utf8'))
  const inlined = source
    .replace(/\bgraphql\(\s*`\s*(query|mutation|fragment) (\w+)[^`]*`,?\s*\)/g, (call, kind, name) =>
      kind === 'fragment' ? 'undefined' : (texts.get(name) ?? call),
    )
    .replace(/\b(useChange|change)\('(\w)(\w*)'/g, (_, called, first, rest) => {
      const text = texts.get(`${first.toUpperCase()}${rest}Change`)
      if (text === undefined)
        throw new Error(`There is no mutation ${first}${rest} that answers with userErrors.`)
      return `${called}(${text}`
    })
  return /\bgraphql\(/.test(inlined) ? inlined : inlined.replace(/^import \{ graphql \} from .*\n/m, '\n')
}

/** The operations by their names, each as a literal. */
function textsIn(file) {
  const documents = file.matchAll(/export const (\w+)Document = new TypedDocumentString\(`([^`]*)`\)/g)
  return new Map(
    [...documents].map(([, name, text]) => [name, JSON.stringify(text.replace(/\s+/g, ' ').trim())]),
  )
}
