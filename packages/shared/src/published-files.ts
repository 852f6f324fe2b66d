import ignore from 'ignore'

/** File in the folder of a module that says what else is left out, in the manner of `.gitignore`. */
export const ignoreFile = '.engineignore'

/** Settings of tools, secrets and states: nothing that a module needs where it is used. Nor is the program itself. */
const leftOut = [
  ...['.*/', '/.*', '.git', '.env', '.env.*', '._*', '.DS_Store', '__MACOSX/', 'node_modules/'],
  ...['*.tfstate', '*.tfstate.*', 'crash.log', 'crash.*.log', '/engine-publish.mjs'],
  ...['id_rsa', 'id_dsa', 'id_ecdsa', 'id_ed25519', '*.ppk', '*.p12', '*.pfx', '*.jks'],
]

/** Says of a path whether it is published; one that ends with a slash is a folder, of which nothing is if it is not. */
export type IsPublished = (path: string) => boolean

/**
 * `own` is what the folder's own file says, undefined where there is none: then what the CLI's says counts. That one
 * brings nothing back which never belongs into a module.
 */
export function publishedFiles(own: string | undefined, ofCli = ''): IsPublished {
  const rules = ignore()
    .add(leftOut)
    .add(own ?? '')
  const isIgnoredByCli = own === undefined ? cliRules(ofCli) : () => false
  return (path) => !rules.ignores(path) && !isIgnoredByCli(path)
}

/** Says of a path whether the folder's own file names it with a `!`. */
export function broughtBack(own = ''): (path: string) => boolean {
  const rules = ignore().add(own)
  return (path) => rules.test(path).unignored
}

/** A file of this name may hold a private key, as text. */
export const mayBeKey = (path: string): boolean => /\.(?:pem|key|asc|crt|cer)$/i.test(path)

/** Limit in bytes: no key is longer, with what stands before it. */
export const longestKey = 64 * 1024

/** Tells whether a text has a private key in it, in any of the forms that begin with such a line. */
export const holdsPrivateKey = (text: string): boolean =>
  /^[ \t]*-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/m.test(text)

interface CliRule {
  readonly pattern: RegExp
  readonly isNegated: boolean
}

/**
 * Says of a path whether the CLI leaves it out, by the last rule that matches. Unlike with git a name without a slash behind
 * is that of a file alone: what lies in a folder of that name stays. So a folder is never passed over as a whole.
 */
function cliRules(text: string): (path: string) => boolean {
  const rules = text.split('\n').flatMap((line) => cliRule(line.trim()) ?? [])
  return (path) =>
    !path.endsWith('/') && rules.findLast(({ pattern }) => pattern.test(path))?.isNegated === false
}

/** Undefined for a comment, and for what is no pattern. */
function cliRule(line: string): CliRule | undefined {
  if (line === '' || line.startsWith('#')) return undefined
  const isNegated = line.startsWith('!')
  const written = isNegated ? line.slice(1) : line
  if (written === '') return undefined
  const below = written.endsWith('/') ? `${written}**` : written
  const glob = below.startsWith('/') ? below.slice(1) : `**/${below}`
  try {
    return { pattern: new RegExp(`^${expressionOf(glob)}$`), isNegated }
  } catch {
    return undefined
  }
}

/** Brackets and the like mean what they mean in expressions, as for the CLI. */
function expressionOf(glob: string): string {
  return glob.replaceAll(/\*\*\/?|[*?.$]|\\[^]?/g, (part, at: number) => {
    if (part.startsWith('**')) return at + part.length === glob.length ? '.*' : '(?:.*/)?'
    if (part === '*') return '[^/]*'
    if (part === '?') return '[^/]'
    return part.length === 1 ? `\\${part}` : part
  })
}
