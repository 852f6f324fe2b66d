import ignore from 'ignore'

/** In the folder of a module: what else is left out, in the manner of `.gitignore`. */
export const ignoreFile = '.engineignore'

/** Settings of tools, secrets and states: nothing that a module needs where it is used. Nor is the program itself. */
const leftOut = [
  ...['.*/', '/.*', '.env', '.env.*', '._*', '.DS_Store', '__MACOSX/'],
  ...['*.tfstate', '*.tfstate.*', '/engine-publish.mjs'],
]

/**
 * Says of a path whether it is published; one that ends with a slash is a folder, of which nothing is if it is not.
 * `own` is what the folder's own file says.
 */
export function publishedFiles(own: string): (path: string) => boolean {
  const rules = ignore().add(leftOut).add(own)
  return (path) => !rules.ignores(path)
}
