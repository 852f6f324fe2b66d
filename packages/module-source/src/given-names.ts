// The names that the engines themselves give, and that no setting changes.

/** The source of a provider that a resource only implies. */
export const impliedSource = (name: string): string =>
  name === 'terraform' ? 'terraform.io/builtin/terraform' : `hashicorp/${name}`

/**
 * The keywords of all blocks that any engine so far knows at the top of a file, and the word of this platform for its
 * settings; `//` is a comment in the JSON syntax.
 */
export const knownBlocks: ReadonlySet<string> = new Set([
  ...['terraform', 'variable', 'output', 'locals', 'module', 'provider', 'resource', 'data', 'ephemeral'],
  ...['moved', 'removed', 'import', 'check', 'action', 'list', 'language', 'engine', '//'],
])
