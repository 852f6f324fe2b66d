// The names that the engines themselves give, and that no setting changes.

/** The source of a provider that a resource only implies. */
export const impliedSource = (name: string): string =>
  name === 'terraform' ? 'terraform.io/builtin/terraform' : `hashicorp/${name}`

/** The keywords of the block of settings: the engine's own, and the word of this platform. */
export const settingsBlocks: ReadonlySet<string> = new Set(['terraform', 'engine'])

/**
 * The keywords of all blocks that engines know at the top of a file, and the word of this platform for its settings; `//`
 * is a comment in the JSON syntax.
 */
export const knownBlocks: ReadonlySet<string> = new Set([
  ...settingsBlocks,
  ...['variable', 'output', 'locals', 'module', 'provider', 'resource', 'data', 'ephemeral'],
  ...['moved', 'removed', 'check', '//'],
])

/** Blocks that engines differ on, by keyword: who refuses such a block, and what to do. */
export const disputedBlocks: ReadonlyMap<string, string> = new Map([
  ['action', 'some engines refuse, and the others before 1.14'],
  ['import', 'some engines refuse in a module that is called'],
  ['language', 'some engines refuse: put it into a .tofu file'],
  ['list', 'engines refuse here: put it into a .tfquery.hcl file'],
])

/** The keywords of the blocks of a query file. */
export const queryBlocks: ReadonlySet<string> = new Set(['list', 'provider', 'variable', 'locals', '//'])
